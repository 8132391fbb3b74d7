// Convolutions in tiles against the products of windows, for every variant of the kernels.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/matmul_panels.h"
#include "device_cpu/mix_rows_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::winograd_test {
namespace {

using Floats = std::vector<float>;

class MixRowsTest : public VariantTest<MixRows> {};

TEST_P(MixRowsTest, EachRowIsItsSum) { check_mix_rows(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MixRowsTest, ::testing::ValuesIn(mix_rows_variants()), VariantName());

struct Shape {
  int rows, in, out, kernel, dilation;
  Epilogue epilogue = Epilogue::none;
  bool int8 = false;
};

struct Convolution {
  Floats x, bias, before;
  std::vector<int8_t> q;
  Floats w, scales;
  Shape s;

  explicit Convolution(const Shape& s) : s(s) {
    const auto cols = size_t(s.kernel) * size_t(s.in);
    x = normals(size_t(s.rows + (s.kernel - 1) * s.dilation) * size_t(s.in), 1);
    bias = normals(size_t(s.out), 2);
    before = normals(size_t(s.rows) * size_t(s.out), 3);
    w = normals(size_t(s.out) * cols, 4);
    for (float& v : w) v /= std::sqrt(static_cast<float>(cols));
    for (const float v : w) q.push_back(int8_t(std::lround(v * std::sqrt(double(cols)) * 20)));
    for (int r = 0; r < s.out; ++r)
      scales.push_back(0.05f / std::sqrt(static_cast<float>(cols)) * float(1 + r % 3));
  }

  Floats made(const Backend& b, bool together) const {
    const int cols = s.kernel * s.in;
    const Weight weight =
        s.int8 ? b.prepare(quant::Sym8View{s.out, cols, q.data(), scales.data()}, nullptr,
                           {Rows::prefill, ActivationQuant::floats})
               : b.prepare(quant::F32Matrix{w.data(), s.out, cols}, nullptr, {Rows::prefill});
    const auto d = b.open();
    const Tensor from = d->upload(x, int(x.size()) / s.in, s.in);
    const Tensor y = d->upload(before, s.rows, s.out);
    const Constant add = b.prepare(bias);
    d->convolve(from, {.kernel = s.kernel, .dilation = s.dilation, .together = together},
                {weight.get(), add.tensor, y, s.epilogue});
    const auto found = d->read(y);
    return {found.begin(), found.end()};
  }
};

std::shared_ptr<const Backend> backend(int threads, std::string_view isa = {}) {
  auto opened = open_backend(threads, isa);
  EXPECT_TRUE(opened);
  return *opened;
}

void expect_about_equal(const Convolution& c, std::string_view isa) {
  SCOPED_TRACE(::testing::Message()
               << isa << ": " << c.s.rows << " rows, " << c.s.in << " -> " << c.s.out << ", kernel "
               << c.s.kernel << ", dilation " << c.s.dilation);
  const auto b = backend(2, isa);
  const Floats usual = c.made(*b, false), found = c.made(*b, true);
  ASSERT_EQ(usual.size(), found.size());
  double squares = 0, worst = 0;
  for (size_t i = 0; i < usual.size(); ++i) {
    const double apart = double{found[i]} - double{usual[i]};
    squares += apart * apart / double(usual.size());
    worst = std::max(worst, std::abs(apart));
  }
  EXPECT_GT(squares, 0) << "was not computed in tiles";
  // Outputs have a variance of about one (int8: up to nine): 5.4e-6 of that, as winograd.h says.
  EXPECT_LT(std::sqrt(squares), 2e-5);
  EXPECT_LT(worst, 3e-4);
}

// Once for each instruction set that has kernels of its own for it: those of the tables of
// mix_rows and matmul_panels are the same.
class Winograd : public VariantTest<MixRows> {};

TEST_P(Winograd, IsTheConvolutionButForItsRounding) {
  ASSERT_EQ(best(matmul_panels_variants(), features_of(GetParam().isa)).isa, GetParam().isa);
  const auto isa = GetParam().name();
  for (const int kernel : {2, 3, 4, 5, 6, 7, 8, 9, 11, 13})
    expect_about_equal(
        Convolution({.rows = 300, .in = 24, .out = 40, .kernel = kernel, .dilation = 1}), isa);
  for (const int dilation : {2, 3, 5, 7, 300})
    expect_about_equal(
        Convolution({.rows = 331, .in = 17, .out = 19, .kernel = 11, .dilation = dilation}), isa);
  // Enough rows for tiles of 64, the last of them in part.
  for (const Epilogue epilogue : {Epilogue::none, Epilogue::relu, Epilogue::add})
    expect_about_equal(Convolution({.rows = 2600,
                                    .in = 16,
                                    .out = 24,
                                    .kernel = 11,
                                    .dilation = 1,
                                    .epilogue = epilogue,
                                    .int8 = epilogue != Epilogue::none}),
                       isa);
  for (const Epilogue epilogue : {Epilogue::none, Epilogue::relu, Epilogue::add})
    for (const bool int8 : {false, true})
      expect_about_equal(Convolution({.rows = 1500,
                                      .in = 16,
                                      .out = 16,
                                      .kernel = 7,
                                      .dilation = 3,
                                      .epilogue = epilogue,
                                      .int8 = int8}),
                         isa);
}

INSTANTIATE_TEST_SUITE_P(Cpu, Winograd, ::testing::ValuesIn(mix_rows_variants()), VariantName());

TEST(WinogradThreads, DoNotChangeAnything) {
  const Convolution c({.rows = 2000, .in = 64, .out = 64, .kernel = 11, .dilation = 3});
  EXPECT_EQ(c.made(*backend(1), true), c.made(*backend(3), true));
  // Products that need more room than the inputs in whose place they lie, and less.
  for (const auto& [in, out] : {std::pair{16, 48}, {48, 16}}) {
    const Convolution one({.rows = 4001, .in = in, .out = out, .kernel = 7, .dilation = 1});
    EXPECT_EQ(one.made(*backend(1), true), one.made(*backend(2), true));
  }
}

// A norm of x with a snake, and the convolution between as many rows as it reads beyond each end.
struct Normed {
  static constexpr int kKernel = 7, kDilation = 3, kPadding = 9;

  explicit Normed(int rows)
      : rows(rows),
        c({.rows = rows, .in = kCols, .out = kCols, .kernel = kKernel, .dilation = kDilation}),
        weight(b->prepare(quant::F32Matrix{c.w.data(), kCols, kKernel * kCols}, nullptr,
                          {Rows::prefill})),
        x(d->upload(std::span(c.x).first(size_t(rows) * kCols), rows, kCols)),
        norm{.epsilon = 1e-5f, .scale = row(5), .shift = row(6), .alpha = row(7), .counts = {}} {}

  Tensor row(unsigned seed) {
    Floats v = normals(kCols, seed);
    for (float& n : v) n = n < 0 ? n - 0.2f : n + 0.2f;
    return d->upload(v, 1, kCols);
  }
  Tensor before() { return d->upload(c.before, rows, kCols); }
  Product into(const Tensor& y) const { return {weight.get(), {}, y, Epilogue::add}; }

  static constexpr int kCols = 64;
  static constexpr Taps kTaps{.kernel = kKernel, .dilation = kDilation, .together = true};

  int rows;
  Convolution c;
  std::shared_ptr<const Backend> b = backend(2);
  std::unique_ptr<Device> d = b->open();
  Weight weight;
  Tensor x;
  InstanceNorm norm;
};

TEST(WinogradNorms, AreTheNormAndThenTheConvolution) {
  for (const int rows : {300, 1501}) {
    Normed n(rows);
    const Tensor found = n.before(), expected = n.before();
    n.d->convolve(n.x, n.norm, Normed::kPadding, Normed::kTaps, n.into(found));
    n.d->Device::convolve(n.x, n.norm, Normed::kPadding, Normed::kTaps, n.into(expected));
    const auto a = n.d->read(found), e = n.d->read(expected);
    EXPECT_EQ(Floats(a.begin(), a.end()), Floats(e.begin(), e.end()));
    EXPECT_NE(Floats(a.begin(), a.end()), n.c.before);
  }
}

// KiB that the process ever had at once.
int64_t peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(WinogradNorms, AreNotKept) {
  Normed n(100000);
  const Tensor y = n.before();
  const int64_t before = peak_kib();
  n.d->convolve(n.x, n.norm, Normed::kPadding, Normed::kTaps, n.into(y));
  EXPECT_LT(peak_kib() - before, int64_t{100000} * Normed::kCols * 4 / 1024 / 3);
}

TEST(WinogradRows, AreNotSharedUnlessAsked) {
  const Convolution c({.rows = 300, .in = 16, .out = 16, .kernel = 7, .dilation = 1});
  Convolution part = c;
  part.s.rows = 280;
  part.before.resize(size_t(part.s.rows) * 16);
  part.x.resize(size_t(part.s.rows + 6) * 16);
  const auto b = backend(1);
  Floats whole = c.made(*b, false);
  whole.resize(part.before.size());
  EXPECT_EQ(whole, part.made(*b, false));
}

}  // namespace
}  // namespace sotto::device::cpu::testing::winograd_test
