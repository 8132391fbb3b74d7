// Matrix kernels at the shapes of NLLB 600M: one row of activations (a greedy step), four and five
// (beams), eight (a batch), 24 and 192 (the encoder); and of Mimi, 16 rows. Every variant is
// compared with the portable one before it is timed. GB/s are those of the weights with their
// scales; "of_read" is that over the machine's read bandwidth, measured in the same run, which
// bounds matrices that no cache holds: so each shape is multiplied with as many different matrices
// as take 128 MiB. What bounds several rows is arithmetic: "mac" are multiply-adds a second.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "device_cpu/bandwidth.h"
#include "device_cpu/matmul_f32.h"
#include "device_cpu/matmul_int.h"

namespace sotto::device::cpu {
namespace {

constexpr int kGroup = 64;
constexpr size_t kPool = size_t{1} << 27;  // bytes of weights, more than caches hold
double read_gbps = 0;

std::vector<float> normals(size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float& v : values) v = normal(random);
  return values;
}

// Of one order of summation against another: far above rounding, far below a wrong product.
bool close(const std::vector<float>& a, const std::vector<float>& b) {
  double error = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    error += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  return error <= 1e-10 * size;
}

struct Shape {
  int n, rows, cols;
  explicit Shape(const benchmark::State& s)
      : n(static_cast<int>(s.range(0))),
        rows(static_cast<int>(s.range(1))),
        cols(static_cast<int>(s.range(2))) {}
  size_t weights() const { return static_cast<size_t>(rows) * static_cast<size_t>(cols); }
  size_t inputs() const { return static_cast<size_t>(n) * static_cast<size_t>(cols); }
  size_t outputs() const { return static_cast<size_t>(n) * static_cast<size_t>(rows); }
  // How many matrices of so many bytes go round.
  size_t matrices(size_t bytes) const { return bytes >= kPool ? 1 : (kPool + bytes - 1) / bytes; }
};

// Random bytes in the size of `count` matrices: as good as weights, once scales are tame.
std::vector<uint32_t> random_words(size_t bytes) {
  std::vector<uint32_t> words((bytes + 3) / 4);
  uint64_t state = 1;
  for (uint32_t& w : words) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    w = static_cast<uint32_t>(state >> 32);
  }
  return words;
}

// run(y, matrix, reference) multiplies with that one of the matrices.
template <class Run>
void time_it(benchmark::State& state, const Shape& shape, size_t bytes, const Run& run) {
  std::vector<float> expected(shape.outputs()), y(shape.outputs());
  run(expected, 0, /*reference=*/true);
  run(y, 0, /*reference=*/false);
  if (!close(y, expected)) {
    state.SkipWithError("wrong result");
    return;
  }
  const size_t matrices = shape.matrices(bytes);
  size_t next = 0;
  for (auto _ : state) {
    run(y, next, false);
    next = next + 1 == matrices ? 0 : next + 1;
    benchmark::DoNotOptimize(y.data());
  }
  const double total = static_cast<double>(bytes) * static_cast<double>(state.iterations());
  state.SetBytesProcessed(static_cast<int64_t>(total));
  state.counters["of_read"] =
      benchmark::Counter(total / (read_gbps * 1e9), benchmark::Counter::kIsRate);
  state.counters["mac"] = benchmark::Counter(
      static_cast<double>(shape.weights()) * shape.n * static_cast<double>(state.iterations()),
      benchmark::Counter::kIsRate);
}

void bm_float(benchmark::State& state, const Variant<MatmulF32>& v) {
  const Shape s(state);
  std::vector<float> x = normals(s.inputs(), 1);
  const size_t bytes = s.weights() * sizeof(float);
  std::vector<float> w(s.weights() * s.matrices(bytes));
  const std::vector<float> some = normals(4099, 2);  // a prime: rows differ
  for (size_t i = 0; i < w.size(); ++i) w[i] = some[i % some.size()];
  time_it(state, s, bytes, [&](std::vector<float>& y, size_t m, bool reference) {
    const auto fn = reference ? matmul_f32_variants().front().fn : v.fn;
    fn({x.data(), s.n, s.cols}, {w.data() + m * s.weights(), s.rows, s.cols},
       {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

template <class Matrix>
void bm_half(benchmark::State& state, const Variant<MatmulFloat<Matrix>>& v,
             const Variant<MatmulFloat<Matrix>>& reference_variant) {
  const Shape s(state);
  std::vector<float> x = normals(s.inputs(), 1);
  const size_t bytes = s.weights() * sizeof(uint16_t);
  std::vector<uint16_t> w(s.weights() * s.matrices(bytes));
  const std::vector<float> some = normals(4099, 2);
  for (size_t i = 0; i < w.size(); ++i) w[i] = quant::to_bf16(some[i % some.size()]) & 0xbfff;
  time_it(state, s, bytes, [&](std::vector<float>& y, size_t m, bool reference) {
    const auto fn = reference ? reference_variant.fn : v.fn;
    fn({x.data(), s.n, s.cols}, Matrix{w.data() + m * s.weights(), s.rows, s.cols},
       {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

// Activations as the kernels read them, and their memory.
struct Activations {
  std::vector<int8_t> q;
  std::vector<float> scale, sum;
  std::vector<int32_t> sum128;
  QuantizedRows rows;

  Activations(const Shape& s, int group, Order order)
      : rows{.rows = s.n, .cols = s.cols, .group = group, .order = order} {
    q.resize(static_cast<size_t>(s.n * rows.stride()));
    scale.resize(static_cast<size_t>(s.n * rows.group_stride()));
    sum.resize(scale.size());
    sum128.resize(scale.size());
    rows.q = q.data();
    rows.scale = scale.data();
    rows.sum = sum.data();
    rows.sum128 = sum128.data();
    std::vector<float> x = normals(s.inputs(), 1);
    quantize_rows_variants().front().fn({x.data(), s.n, s.cols}, rows);
  }
};

// Scales and biases of binary16, as `sotto quantize` writes them.
void bm_affine(benchmark::State& state, const Variant<MatmulAffine>& v, int bits,
               const Variant<MatmulAffine>& reference_variant) {
  const Shape s(state);
  const Activations x(s, kGroup, order_for(bits));
  const size_t words = s.weights() * static_cast<size_t>(bits) / 32, groups = s.weights() / kGroup;
  const size_t bytes = words * 4 + groups * 4, matrices = s.matrices(bytes);
  const std::vector<uint32_t> w = random_words(words * 4 * matrices);
  const std::vector<uint16_t> scales(groups * matrices, quant::to_f16(0.01f)),
      biases(groups * matrices, quant::to_f16(-0.01f * static_cast<float>(1 << (bits - 1))));
  time_it(state, s, bytes, [&](std::vector<float>& y, size_t m, bool reference) {
    const auto fn = reference ? reference_variant.fn : v.fn;
    fn(x.rows,
       {s.rows, s.cols, kGroup, bits, w.data() + m * words, scales.data() + m * groups,
        biases.data() + m * groups},
       {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

void bm_int8(benchmark::State& state, const Variant<MatmulSym8>& v) {
  const Shape s(state);
  const Activations x(s, s.cols, Order::natural);
  const size_t bytes = s.weights() + static_cast<size_t>(s.rows) * sizeof(float);
  const std::vector<uint32_t> w = random_words(s.weights() * s.matrices(bytes));
  const std::vector<float> scales(static_cast<size_t>(s.rows), 0.01f);
  time_it(state, s, bytes, [&](std::vector<float>& y, size_t m, bool reference) {
    const auto fn = reference ? matmul_int8_variants().front().fn : v.fn;
    const auto* q = reinterpret_cast<const int8_t*>(w.data()) + m * s.weights();
    fn(x.rows, {s.rows, s.cols, q, scales.data()}, {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

template <class Fn, class Bench>
void register_all(const char* family, std::span<const Variant<Fn>> variants, Bench bench) {
  for (const Variant<Fn>& v : variants) {
    if (!supported(v.isa)) continue;
    const std::string name = std::string(family) + "/" + std::string(v.name());
    auto* b = benchmark::RegisterBenchmark(name.c_str(), bench, v);
    b->ArgNames({"x", "rows", "cols"})->UseRealTime()->MeasureProcessCPUTime();
    for (const int n : {1, 4, 5, 8, 24, 192}) {
      b->Args({n, 1024, 1024});  // q, k, v, out
      b->Args({n, 4096, 1024});  // fc1
      b->Args({n, 1024, 4096});  // fc2
    }
    for (const int n : {1, 4, 5, 8}) b->Args({n, 20000, 1024});  // a shortlist
    b->Args({1, 256206, 1024});                                  // the output projection
    b->Args({16, 2048, 512});                                    // Mimi's fc1
  }
}

template <class Matrix>
void register_half(const char* family, std::span<const Variant<MatmulFloat<Matrix>>> variants) {
  register_all(family, variants,
               [variants](benchmark::State& state, const Variant<MatmulFloat<Matrix>>& v) {
                 bm_half<Matrix>(state, v, variants.front());
               });
}

void register_affine(const char* family, int bits,
                     std::span<const Variant<MatmulAffine>> variants) {
  register_all(family, variants,
               [bits, variants](benchmark::State& state, const Variant<MatmulAffine>& v) {
                 bm_affine(state, v, bits, variants.front());
               });
}

}  // namespace
}  // namespace sotto::device::cpu

int main(int argc, char** argv) {
  using namespace sotto::device::cpu;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  read_gbps = read_bandwidth_gbps(1);
  benchmark::AddCustomContext("read_gbps", std::to_string(read_gbps));
  register_affine("matmul_q8", 8, matmul_q8_variants());
  register_affine("matmul_q6", 6, matmul_q6_variants());
  register_affine("matmul_q4", 4, matmul_q4_variants());
  register_all("matmul_int8", matmul_int8_variants(), bm_int8);
  register_half<sotto::quant::F16Matrix>("matmul_f16", matmul_f16_variants());
  register_half<sotto::quant::Bf16Matrix>("matmul_bf16", matmul_bf16_variants());
  register_all("matmul_f32", matmul_f32_variants(), bm_float);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
