#include "measure/logit_quality.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace sotto::measure::logit_quality_test {
namespace {

TEST(LogitQualityTest, EqualOpinionsDoNotDiffer) {
  LogitDifference difference;
  const std::array<float, 3> a = {1, 2, 3}, shifted = {11, 12, 13};
  difference.add(a, a);
  difference.add(a, shifted);  // the same distribution
  EXPECT_EQ(difference.steps(), 2);
  EXPECT_NEAR(difference.kl_mean(), 0, 1e-12);
  EXPECT_EQ(difference.top1_agreement(), 1);
}

// By hand: p = (3/4, 1/4), q = (1/2, 1/2): 3/4 ln(3/2) + 1/4 ln(1/2).
TEST(LogitQualityTest, TheDivergenceIsThatOfTheFormula) {
  LogitDifference difference;
  difference.add(std::array{std::log(3.0F), 0.0F}, std::array{0.0F, 0.0F});
  EXPECT_NEAR(difference.kl_mean(), 0.75 * std::log(1.5) + 0.25 * std::log(0.5), 1e-7);
  EXPECT_EQ(difference.top1_agreement(), 1);  // the first of equals
  difference.add(std::array{0.0F, 2.0F}, std::array{2.0F, 0.0F});
  EXPECT_EQ(difference.top1_agreement(), 0.5);
  EXPECT_GT(difference.kl_max(), 1.0);
}

TEST(LogitQualityTest, LargeLogitsDoNotOverflow) {
  LogitDifference difference;
  difference.add(std::array{1e4F, -1e4F}, std::array{-1e4F, 1e4F});
  EXPECT_NEAR(difference.kl_mean(), 2e4, 1);
}

}  // namespace
}  // namespace sotto::measure::logit_quality_test
