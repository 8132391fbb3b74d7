// Matrix kernels at the shapes of decoding: one row of activations (a greedy step) or four (beams).
// Every variant is compared with the portable one before it is timed. Bytes are those of the
// weights; "read" is the machine's bandwidth, measured in the same run, which bounds matrices that
// no cache holds.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "device/cpu/bandwidth.h"
#include "device/cpu/matmul_f32.h"
#include "device/cpu/matmul_q8.h"

namespace sotto::device::cpu {
namespace {

constexpr int kGroup = 64;

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
};

template <class Run>
void time_it(benchmark::State& state, const Shape& shape, size_t bytes, const Run& run) {
  std::vector<float> expected(shape.outputs()), y(shape.outputs());
  run(expected, /*reference=*/true);
  run(y, /*reference=*/false);
  if (!close(y, expected)) {
    state.SkipWithError("wrong result");
    return;
  }
  for (auto _ : state) {
    run(y, false);
    benchmark::DoNotOptimize(y.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes) * state.iterations());
}

void bm_matmul_f32(benchmark::State& state, const Variant<MatmulF32>& v) {
  const Shape s(state);
  std::vector<float> x = normals(s.inputs(), 1);
  const std::vector<float> w = normals(s.weights(), 2);
  time_it(state, s, w.size() * sizeof(float), [&](std::vector<float>& y, bool reference) {
    const auto fn = reference ? matmul_f32_variants().front().fn : v.fn;
    fn({x.data(), s.n, s.cols}, {w.data(), s.rows, s.cols}, {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

void bm_matmul_q8(benchmark::State& state, const Variant<MatmulAffine>& v) {
  const Shape s(state);
  std::vector<float> x = normals(s.inputs(), 1);
  const quant::AffineMatrix w =
      quant::quantize_affine(normals(s.weights(), 2), s.rows, s.cols, kGroup, 8);
  std::vector<int8_t> q(s.inputs());
  std::vector<float> scale(s.inputs() / kGroup), sum(s.inputs() / kGroup);
  const QuantizedRows xq{q.data(), scale.data(), sum.data(), s.n, s.cols, kGroup};
  quantize_rows_variants().front().fn({x.data(), s.n, s.cols}, xq);
  const size_t bytes = s.weights() + 2 * w.scales.size() * sizeof(float);
  time_it(state, s, bytes, [&](std::vector<float>& y, bool reference) {
    const auto fn = reference ? matmul_affine_variants(8).front().fn : v.fn;
    fn(xq, w.view(), {{y.data(), s.n, s.rows}}, 0, s.rows);
  });
}

template <class Fn, class Bench>
void register_all(const char* family, std::span<const Variant<Fn>> variants, Bench bench) {
  for (const Variant<Fn>& v : variants) {
    if (!supported(v.isa)) continue;
    const std::string name = std::string(family) + "/" + std::string(v.name());
    auto* b = benchmark::RegisterBenchmark(name.c_str(), bench, v);
    b->ArgNames({"x", "rows", "cols"})->UseRealTime()->MeasureProcessCPUTime();
    for (const int n : {1, 4}) {
      b->Args({n, 1024, 256});    // narrator-en-ja, fc1
      b->Args({n, 4096, 1024});   // NLLB 600M, fc1
      b->Args({n, 1024, 4096});   // NLLB 600M, fc2
      b->Args({n, 65536, 1024});  // a quarter of NLLB's output projection
    }
  }
}

}  // namespace
}  // namespace sotto::device::cpu

int main(int argc, char** argv) {
  using namespace sotto::device::cpu;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all("matmul_q8", matmul_affine_variants(8), bm_matmul_q8);
  register_all("matmul_f32", matmul_f32_variants(), bm_matmul_f32);
  benchmark::AddCustomContext("read_gbps", std::to_string(read_bandwidth_gbps(1)));
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
