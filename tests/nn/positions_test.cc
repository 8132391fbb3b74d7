#include "nn/positions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sotto::nn {
namespace {

TEST(SinusoidalPositions, TwoBlocksOfSinesAndCosines) {
  SinusoidalPositions positions(8, /*zero_row=*/-1);
  const device::Tensor rows = positions.rows(5);
  ASSERT_GE(rows.rows, 6);
  ASSERT_EQ(rows.cols, 8);
  for (int p = 0; p < 6; ++p) {
    for (int j = 0; j < 4; ++j) {
      const double angle = p * std::pow(10000.0, -j / 3.0);
      // The frequency and the angle are rounded to float32.
      EXPECT_NEAR(rows.row(p)[static_cast<size_t>(j)], std::sin(angle), 4 * 0x1p-24 * (angle + 1));
      EXPECT_NEAR(rows.row(p)[static_cast<size_t>(j) + 4], std::cos(angle),
                  4 * 0x1p-24 * (angle + 1));
    }
  }
}

TEST(SinusoidalPositions, OddWidthHasAZeroColumn) {
  SinusoidalPositions positions(9, -1);
  const device::Tensor rows = positions.rows(70);
  for (int p = 0; p <= 70; ++p) {
    EXPECT_EQ(rows.row(p)[8], 0);
    EXPECT_NE(rows.row(p)[7], 0);
  }
}

TEST(SinusoidalPositions, GrowsWithoutChangingRows) {
  SinusoidalPositions growing(16, 1), whole(16, 1);
  const device::Tensor all = whole.rows(3000);
  for (const int last : {0, 63, 64, 1025, 3000}) {
    const device::Tensor rows = growing.rows(last);
    ASSERT_GT(rows.rows, last);
    for (size_t c = 0; c < 16; ++c) ASSERT_EQ(rows.row(last)[c], all.row(last)[c]);
  }
  for (const float v : growing.rows(1).row(1)) EXPECT_EQ(v, 0);
}

}  // namespace
}  // namespace sotto::nn
