#include "models/noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sotto::models::noise_test {
namespace {

std::vector<float> draw(SeededNoise noise, size_t size, size_t a_call = 1000) {
  std::vector<float> all(size);
  for (size_t i = 0; i < size; i += a_call) noise.fill(std::span(all).subspan(i, a_call));
  return all;
}

TEST(SeededNoise, SeedDecidesAndCallsDoNot) {
  const std::vector<float> all = draw(SeededNoise(5, 0.49f), 1000);
  EXPECT_EQ(all, draw(SeededNoise(5, 0.49f), 1000, 20));
  EXPECT_NE(all, draw(SeededNoise(6, 0.49f), 1000));
}

TEST(SeededNoise, TemperatureZeroIsSilent) {
  EXPECT_EQ(draw(SeededNoise(5, 0), 1000), std::vector<float>(1000, 0.0f));
  EXPECT_EQ(draw(SeededNoise(5, 0, 1.0f), 1000), std::vector<float>(1000, 0.0f));
}

TEST(SeededNoise, EvenNumbersFillTheirUnit) {
  constexpr int kCount = 20000;
  double sum = 0, squares = 0;
  for (uint64_t k = 0; k < kCount; ++k) {
    const double x = even_at(3, k);
    ASSERT_GT(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    squares += x * x;
  }
  // Within four deviations of a mean of that many.
  EXPECT_NEAR(sum / kCount, 0.5, 4 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / kCount));
  EXPECT_NE(even_at(3, 5), even_at(4, 5));
}

// Sample moments of n numbers stay within 5 standard errors, which 1 seed in a million does not:
// 1/sqrt(n) for the mean, sqrt(2/n), sqrt(15/n) and sqrt(96/n) for the powers 2, 3 and 4.
TEST(SeededNoise, IsNormal) {
  constexpr size_t kCount = 200000;
  const float temperature = 0.49f;
  double powers[5] = {};
  for (const float x : draw(SeededNoise(1, temperature), kCount)) {
    double power = 1;
    for (double& sum : powers) {
      sum += power / kCount;
      power *= double{x} / std::sqrt(double{temperature});
    }
  }
  const double error = 5 / std::sqrt(double{kCount});
  EXPECT_NEAR(powers[1], 0, error);
  EXPECT_NEAR(powers[2], 1, error * std::sqrt(2.0));
  EXPECT_NEAR(powers[3], 0, error * std::sqrt(15.0));
  EXPECT_NEAR(powers[4], 3, error * std::sqrt(96.0));
}

// The variance of a normal variable cut off at c deviations is 1 - 2 c pdf(c) / (2 cdf(c) - 1).
TEST(SeededNoise, ClampCutsTheTailsOff) {
  constexpr size_t kCount = 200000;
  for (const double c : {0.3, 0.999, 1.0, 2.5}) {
    SCOPED_TRACE(c);
    const double deviation = 0.5;
    double variance = 0, largest = 0;
    const SeededNoise noise(2, static_cast<float>(deviation * deviation),
                            static_cast<float>(c * deviation));
    for (const float x : draw(noise, kCount)) {
      const double z = double{x} / deviation;
      variance += z * z / kCount;
      largest = std::max(largest, std::abs(z));
    }
    EXPECT_LE(largest, c * (1 + 1e-6));
    EXPECT_GE(largest, 0.99 * c);
    const double pdf = std::exp(-c * c / 2) / std::sqrt(2 * 3.141592653589793);
    const double expected = 1 - 2 * c * pdf / std::erf(c / std::sqrt(2.0));
    EXPECT_NEAR(variance, expected, 5 * expected * std::sqrt(2.0 / kCount));
  }
}

}  // namespace
}  // namespace sotto::models::noise_test
