#include "quant/quant_params.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto::quant::quant_params_test {
namespace {

TEST(QuantParams, ZeroIsExactAndEveryNumberIsHalfAStepAway) {
  for (const auto& [low, high] :
       {std::pair(-1.0f, 7.5f), {0.0f, 3.0f}, {-5.0f, 0.0f}, {2.0f, 9.0f}}) {
    for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
      const QuantParams levels = params_between(low, high, most);
      EXPECT_EQ(levels.value(levels.at(0)), 0);
      const float bottom = std::min(low, 0.0f), top = std::max(high, 0.0f);
      for (int i = 0; i <= 1000; ++i) {
        const float x = bottom + (top - bottom) * static_cast<float>(i) / 1000;
        // The zero point is rounded, too: at the ends half a step more is missing.
        EXPECT_NEAR(levels.value(levels.at(x)), x, 1.001f * levels.scale) << x;
      }
    }
  }
}

TEST(QuantParams, BoundsWhatLiesOutside) {
  const QuantParams levels = params_between(-1, 4, QuantParams::kBytes);
  EXPECT_EQ(levels.at(100), 255);
  EXPECT_EQ(levels.at(-100), 0);
  EXPECT_EQ(levels.at(NAN), 0);
  EXPECT_EQ(levels.at(std::numeric_limits<float>::infinity()), 255);
}

TEST(QuantParams, OfNothingAreStillLevels) {
  for (const float width : {0.0f, 1e-44f, std::numeric_limits<float>::infinity()}) {
    const QuantParams levels = params_between(-width, width, QuantParams::kBytes);
    EXPECT_GT(levels.scale, 0);
    EXPECT_TRUE(std::isfinite(1 / levels.scale));
    EXPECT_EQ(levels.at(0), levels.zero);
  }
}

TEST(QuantParams, SoManyColumnsFitIn32Bits) {
  for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
    EXPECT_LE(int64_t{most_columns(most)} * most * 128, std::numeric_limits<int32_t>::max());
  }
  EXPECT_GE(most_columns(QuantParams::kTwoBytes), 3584);  // the widest convolution of Mimi
}

}  // namespace
}  // namespace sotto::quant::quant_params_test
