#include "signal/angles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sotto::signal::angles_test {
namespace {

TEST(Angles, SinesAreThoseOfTheirTurns) {
  for (int i = -4000; i <= 4000; ++i) {
    const double x = i / 999.0;
    EXPECT_NEAR(sine_of_turns(x), std::sin(2 * std::numbers::pi * x), 1e-9) << x;
  }
  for (const double whole : {0.0, 1.0, -3.0, 1e12}) EXPECT_EQ(sine_of_turns(whole), 0) << whole;
  EXPECT_NEAR(sine_of_turns(1e9 + 0.25), 1, 1e-9);
}

TEST(Angles, AreThoseOfTheirPoints) {
  for (int i = 0; i < 20000; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 20000.0 - 0.4999);
    for (const double radius : {1e-300, 1e-3, 1.0, 1e150}) {
      const double y = radius * std::sin(angle), x = radius * std::cos(angle);
      ASSERT_NEAR(angle_of(y, x), std::atan2(y, x), 3e-11) << angle << " " << radius;
    }
  }
}

TEST(Angles, OnTheAxesAreExact) {
  constexpr double kPi = std::numbers::pi;
  EXPECT_EQ(angle_of(0, 0), 0);
  EXPECT_EQ(angle_of(0, 2), 0);
  EXPECT_EQ(angle_of(0, -2), kPi);
  EXPECT_EQ(angle_of(3, 0), kPi / 2);
  EXPECT_EQ(angle_of(-3, 0), -kPi / 2);
}

}  // namespace
}  // namespace sotto::signal::angles_test
