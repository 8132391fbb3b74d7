#include "device/cpu/matmul_q8.h"

#include <limits>

#include "device/cpu/matmul_checks.h"
#include "device/cpu/variant_test.h"

namespace sotto::device::cpu::testing {
namespace {

class MatmulQ8Test : public VariantTest<MatmulAffine> {};

TEST_P(MatmulQ8Test, AgreesWithADoubleSum) { check_q8_against_double(GetParam().fn); }
TEST_P(MatmulQ8Test, DoesNotSaturate) { check_q8_extremes(GetParam().fn); }
TEST_P(MatmulQ8Test, SameBitsInEveryBatchAndSplit) { check_q8_order(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulQ8Test, ::testing::ValuesIn(matmul_affine_variants(8)),
                         VariantName());

class QuantizeRowsTest : public VariantTest<QuantizeRows> {
 protected:
  struct Quantized {
    std::vector<int8_t> q;
    std::vector<float> scale, sum;
  };
  static Quantized quantize(QuantizeRows fn, std::vector<float> x, int n, int group) {
    const auto size = static_cast<int>(x.size());
    Quantized r{std::vector<int8_t>(x.size(), 99), std::vector<float>(x.size() / group, NAN),
                std::vector<float>(x.size() / group, NAN)};
    fn({x.data(), n, size / n}, {r.q.data(), r.scale.data(), r.sum.data(), n, size / n, group});
    return r;
  }
};

TEST_P(QuantizeRowsTest, RoundsEachGroupToItsLargest) {
  for (const int group : {32, 64, 128}) {
    const std::vector<float> x = normals(static_cast<size_t>(3 * 2 * group), 17);
    const Quantized r = quantize(GetParam().fn, x, 3, group);
    for (size_t g = 0; g < r.scale.size(); ++g) {
      float largest = 0;
      int total = 0;
      for (size_t i = g * group; i < (g + 1) * group; ++i) {
        largest = std::max(largest, std::fabs(x[i]));
        total += r.q[i];
        // Half a step, and the rounding of the product with the inverse.
        EXPECT_NEAR(r.q[i] * r.scale[g], x[i], 0.5001f * r.scale[g]);
      }
      EXPECT_EQ(r.scale[g], largest / 127.0f);
      EXPECT_EQ(r.sum[g], r.scale[g] * static_cast<float>(total));
    }
  }
}

TEST_P(QuantizeRowsTest, GivesTheBitsOfThePortableOne) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> x = normals(5 * 256, 3, 10);
  // Each in a group of its own: nothing, the smallest numbers, halves (ties to even), and what is
  // not finite.
  std::fill_n(x.begin(), 64, 0.0f);
  std::fill_n(x.begin() + 64, 64, 1e-40f);
  for (int i = 0; i < 64; ++i) x[128 + i] = i == 0 ? 127.0f : static_cast<float>(i - 32) + 0.5f;
  x[200] = NAN;
  x[270] = kInfinity;
  x[271] = -1;
  x[330] = -kInfinity;
  const Quantized r = quantize(GetParam().fn, x, 5, 64);
  const Quantized expected = quantize(quantize_rows_variants().front().fn, x, 5, 64);
  EXPECT_EQ(r.q, expected.q);
  EXPECT_EQ(r.scale, expected.scale);
  EXPECT_EQ(r.sum, expected.sum);
  EXPECT_EQ(r.q[64], 0);
  EXPECT_EQ(r.scale[1], 0);
  EXPECT_EQ(r.q[129], -30);  // -30.5 to even
  EXPECT_TRUE(std::all_of(r.q.begin(), r.q.end(), [](int8_t q) { return q >= -127; }));
}

INSTANTIATE_TEST_SUITE_P(Cpu, QuantizeRowsTest, ::testing::ValuesIn(quantize_rows_variants()),
                         VariantName());

// What the sum of the rounded numbers in QuantizedRows is for: with the sum of the true ones, the
// error of a product would be several times as large.
TEST(QuantizedProduct, ErrorIsThatOfTheRoundedActivations) {
  constexpr int kCols = 1024;
  std::vector<float> x = normals(kCols, 1);
  const std::vector<float> w = normals(64 * kCols, 2, 0.03f);
  const quant::AffineMatrix q = quant::quantize_affine(w, 64, kCols, 64, 8);
  std::vector<int8_t> xq(kCols);
  std::vector<float> scale(kCols / 64), sum(kCols / 64), y(64), dequantized(w.size());
  const QuantizedRows rows{xq.data(), scale.data(), sum.data(), 1, kCols, 64};
  quantize_rows_variants().front().fn({x.data(), 1, kCols}, rows);
  matmul_affine_variants(8).front().fn(rows, q.view(), {{y.data(), 1, 64}}, 0, 64);
  quant::dequantize(q.view(), dequantized);
  double squares = 0, scales = 0;
  for (const float s : scale) scales += double{s} * double{s} / scale.size();
  for (int r = 0; r < 64; ++r) {
    double exact = 0;
    for (int c = 0; c < kCols; ++c) exact += double{dequantized[r * kCols + c]} * double{x[c]};
    squares += (y[r] - exact) * (y[r] - exact) / 64;
  }
  // Rounding to steps of s errs by s / sqrt(12) a number; each counts by its weight (0.03).
  const double expected = std::sqrt(kCols * scales / 12) * 0.03;
  EXPECT_LT(std::sqrt(squares), 1.5 * expected);
  EXPECT_GT(std::sqrt(squares), 0.5 * expected);
}

}  // namespace
}  // namespace sotto::device::cpu::testing
