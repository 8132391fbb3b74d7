#include "device_cpu/level_rows.h"

#include <cmath>
#include <limits>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::level_rows_test {
namespace {

using quant::QuantParams;

class ToLevelsTest : public VariantTest<ToLevels> {
 protected:
  void expect_levels(const std::vector<float>& x, const QuantParams& levels) {
    std::vector<uint8_t> low(x.size() + 1, 77), high(x.size() + 1, 77);
    GetParam().fn(x, levels, low.data(), levels.most > QuantParams::kBytes ? high.data() : nullptr);
    EXPECT_EQ(low.back(), 77);
    EXPECT_EQ(high.back(), 77);
    for (size_t i = 0; i < x.size(); ++i) {
      const int found = low[i] + (levels.most > QuantParams::kBytes ? 256 * high[i] : 0);
      ASSERT_EQ(found, levels.at(x[i])) << "number " << i << ", " << x[i];
    }
  }
};

TEST_P(ToLevelsTest, TakesTheNearestLevel) {
  for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
    for (const size_t size : {0u, 1u, 31u, 32u, 33u, 97u}) {
      expect_levels(normals(size, 7, 3), quant::params_between(-1, 4, most));
    }
  }
}

TEST_P(ToLevelsTest, StaysInRangeWhateverComes) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> x = {NAN,    -NAN, kInfinity, -kInfinity, 1e30f, -1e30f, 0.0f,   -0.0f,
                          1e-40f, 0.5f, 1.5f,      2.5f,       -0.5f, -1.5f,  254.5f, 255.5f};
  x.resize(48, 3.0f);
  for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
    expect_levels(x, {.scale = 1, .zero = 0, .most = most});
    expect_levels(x, {.scale = 1e-30f, .zero = 40, .most = most});
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, ToLevelsTest, ::testing::ValuesIn(to_levels_variants()),
                         VariantName());

// What quantize_rows() makes of one group, and 128 more.
TEST(RowLevels, AreThoseOfAQuantizedRow) {
  for (const int cols : {1, 15, 16, 17, 64, 100}) {
    SCOPED_TRACE(cols);
    const auto count = static_cast<size_t>(cols);
    std::vector<float> x = normals(count, 7, 3);
    std::vector<int8_t> q((count + 63) / 64 * 64);
    float scale[8], sum[8];
    int32_t sum128[8];
    quantize_rows_variants().front().fn({x.data(), 1, cols}, {.q = q.data(),
                                                              .scale = scale,
                                                              .sum = sum,
                                                              .sum128 = sum128,
                                                              .rows = 1,
                                                              .cols = cols,
                                                              .group = cols});
    const float largest = magnitude(x.data(), count);
    EXPECT_EQ(largest / 127.0f, scale[0]);
    std::vector<uint8_t> levels(count + 1, 77);
    to_levels_128(x.data(), 127.0f / largest, count, levels.data());
    EXPECT_EQ(levels.back(), 77);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(levels[i] - 128, q[i]) << i;
  }
  const float bad[] = {1, -std::numeric_limits<float>::infinity(), 2};
  EXPECT_FALSE(std::isfinite(magnitude(bad, 3)));
  EXPECT_EQ(magnitude(bad, 0), 0);
}

}  // namespace
}  // namespace sotto::device::cpu::testing::level_rows_test
