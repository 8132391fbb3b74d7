#include "device_cpu/quantized_rows.h"

#include <limits>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::quantized_rows_test {
namespace {

class QuantizeRowsTest : public VariantTest<QuantizeRows> {
 protected:
  struct Quantized {
    std::vector<int8_t> q;
    std::vector<float> scale, sum;
    std::vector<int32_t> sum128;
    QuantizedRows rows;

    bool operator==(const Quantized& o) const {
      return q == o.q && scale == o.scale && sum == o.sum && sum128 == o.sum128;
    }
  };
  static Quantized quantize(QuantizeRows fn, std::vector<float> x, int n, int group,
                            Order order = Order::natural, float factor = 0) {
    Quantized r;
    const int cols = static_cast<int>(x.size()) / n;
    r.rows = {.rows = n, .cols = cols, .group = group, .order = order, .factor = factor};
    r.q.assign(static_cast<size_t>(n * r.rows.stride()), 99);
    r.scale.assign(static_cast<size_t>(n * r.rows.group_stride()), 99);
    r.sum = r.scale;
    r.sum128.assign(r.scale.size(), 99);
    r.rows.q = r.q.data();
    r.rows.scale = r.scale.data();
    r.rows.sum = r.sum.data();
    r.rows.sum128 = r.sum128.data();
    fn({x.data(), n, cols}, r.rows);
    return r;
  }
};

TEST_P(QuantizeRowsTest, RoundsEachGroupToItsLargest) {
  for (const Order order : {Order::natural, Order::split}) {
    for (const int group : {32, 64, 128}) {
      const int cols = 3 * group;
      const std::vector<float> x = normals(static_cast<size_t>(2 * cols), 17);
      const Quantized r = quantize(GetParam().fn, x, 2, group, order);
      for (int i = 0; i < 2; ++i) {
        const QuantizedRows row = r.rows.from(i, 1);
        for (int g = 0; g < 3; ++g) {
          float largest = 0;
          int total = 0;
          for (int c = g * group; c < (g + 1) * group; ++c) {
            const float v = x[i * cols + c];
            largest = std::max(largest, std::fabs(v));
            const int q = row.q[row.place(c)];
            total += q;
            // Half a step, and the rounding of the product with the inverse.
            EXPECT_NEAR(q * row.scale[g], v, 0.5001f * row.scale[g]);
          }
          EXPECT_EQ(row.scale[g], largest / 127.0f);
          EXPECT_EQ(row.sum[g], row.scale[g] * static_cast<float>(total));
          EXPECT_EQ(row.sum128[g], 128 * total);
        }
      }
    }
  }
}

// What kernels for nibbles rely on: the even columns of a block of 64, or of 32, then the odd ones.
TEST_P(QuantizeRowsTest, SplitsBlocks) {
  for (const int group : {32, 64, 128}) {
    const int block = std::min(group, 64);
    std::vector<float> x(static_cast<size_t>(2 * group));
    for (size_t c = 0; c < x.size(); ++c) x[c] = static_cast<float>(c % block) + 1;
    for (int g = 0; g < 2; ++g) x[static_cast<size_t>(g * group + block - 1)] = 127;
    const Quantized r = quantize(GetParam().fn, x, 1, group, Order::split);
    EXPECT_EQ(r.q[0], 1);
    EXPECT_EQ(r.q[1], 3);
    EXPECT_EQ(r.q[static_cast<size_t>(block / 2)], 2);
    EXPECT_EQ(r.q[static_cast<size_t>(block - 1)], 127);
    EXPECT_EQ(r.q[static_cast<size_t>(block - 2)], block - 2);
  }
}

TEST_P(QuantizeRowsTest, PadsWithZeros) {
  for (const int cols : {1, 9, 31, 33, 70, 100}) {
    const std::vector<float> x = normals(static_cast<size_t>(3 * cols), 5);
    const Quantized r = quantize(GetParam().fn, x, 3, cols);
    const Quantized expected = quantize(quantize_rows_variants().front().fn, x, 3, cols);
    EXPECT_TRUE(r == expected) << cols;
    for (int i = 0; i < 3; ++i) {
      for (int c = cols; c < r.rows.stride(); ++c) EXPECT_EQ(r.rows.from(i, 1).q[c], 0);
      for (int g = 1; g < 8; ++g) EXPECT_EQ(r.rows.from(i, 1).scale[g], 0);
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
  for (const int group : {32, 128}) {
    for (const Order order : {Order::natural, Order::split}) {
      EXPECT_TRUE(quantize(GetParam().fn, x, 5, group, order) ==
                  quantize(quantize_rows_variants().front().fn, x, 5, group, order));
    }
  }
  const Quantized r = quantize(GetParam().fn, x, 5, 64);
  EXPECT_TRUE(r == quantize(quantize_rows_variants().front().fn, x, 5, 64));
  EXPECT_EQ(r.q[64], 0);
  EXPECT_EQ(r.scale[1], 0);
  EXPECT_EQ(r.q[129], -30);  // -30.5 to even
  EXPECT_TRUE(std::all_of(r.q.begin(), r.q.end(), [](int8_t q) { return q >= -127; }));
}

// Known ahead: nothing is looked for in x, and what lies outside is cut.
TEST_P(QuantizeRowsTest, AFactorThatIsGivenIsTaken) {
  for (const int cols : {1, 9, 64, 70, 256}) {
    std::vector<float> x = normals(static_cast<size_t>(3 * cols), 5, 4);
    x[0] = 1000;
    x.back() = -1000;
    const float factor = 12.7f;
    const Quantized r = quantize(GetParam().fn, x, 3, cols, Order::natural, factor);
    EXPECT_TRUE(r ==
                quantize(quantize_rows_variants().front().fn, x, 3, cols, Order::natural, factor));
    for (int i = 0; i < 3; ++i) {
      const QuantizedRows row = r.rows.from(i, 1);
      int total = 0;
      for (int c = 0; c < cols; ++c) {
        const float v = std::nearbyint(x[static_cast<size_t>(i * cols + c)] * factor);
        EXPECT_EQ(row.q[c], std::clamp(v, -127.0f, 127.0f));
        total += row.q[c];
      }
      EXPECT_EQ(row.scale[0], 1 / factor);
      EXPECT_EQ(row.sum128[0], 128 * total);
    }
  }
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
  Inputs8 in(1, kCols, 64, Order::natural, 1);
  std::vector<float> y(64);
  const std::vector<float> dequantized = quant::floats_of(q.view());
  quantize_rows_variants().front().fn({x.data(), 1, kCols}, in.rows);
  matmul_q8_variants().front().fn(in.rows, q.view(), {{y.data(), 1, 64}}, 0, 64);
  double squares = 0, scales = 0;
  for (const float s : in.scale) scales += double{s} * double{s} / in.scale.size();
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
}  // namespace sotto::device::cpu::testing::quantized_rows_test
