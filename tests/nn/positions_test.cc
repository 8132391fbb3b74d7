#include "nn/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "device_cpu/backend.h"

namespace sotto::nn::positions_test {
namespace {

std::unique_ptr<device::Device> open_device() {
  return (*device::cpu::open_backend(1, ""))->open();
}

std::vector<float> row_of(const PositionRow& positions, int cols, int p) {
  std::vector<float> row(static_cast<size_t>(cols));
  positions(p, row);
  return row;
}

TEST(FairseqPositions, TwoBlocksOfSinesAndCosines) {
  const PositionRow positions = fairseq_positions(8, /*zero_row=*/-1);
  for (int p = 0; p < 6; ++p) {
    const std::vector<float> row = row_of(positions, 8, p);
    for (int j = 0; j < 4; ++j) {
      const double angle = p * std::pow(10000.0, -j / 3.0);
      // The frequency and the angle are rounded to float32.
      EXPECT_NEAR(row[static_cast<size_t>(j)], std::sin(angle), 4 * 0x1p-24 * (angle + 1));
      EXPECT_NEAR(row[static_cast<size_t>(j) + 4], std::cos(angle), 4 * 0x1p-24 * (angle + 1));
    }
  }
}

TEST(FairseqPositions, OddWidthHasAZeroColumn) {
  const PositionRow positions = fairseq_positions(9, -1);
  for (int p = 0; p <= 70; ++p) {
    const std::vector<float> row = row_of(positions, 9, p);
    EXPECT_EQ(row[8], 0);
    EXPECT_NE(row[7], 0);
  }
}

TEST(PositionTable, GrowsWithoutChangingRows) {
  const auto d = open_device();
  PositionTable table(*d, 16, fairseq_positions(16, 1));
  for (const int last : {0, 63, 64, 1025, 3000}) {
    const device::Tensor rows = table.rows(last);
    ASSERT_GT(rows.rows, last);
    const auto found = d->read(rows.part(last, 1));
    EXPECT_TRUE(std::ranges::equal(found, row_of(fairseq_positions(16, 1), 16, last)));
  }
  for (const float v : d->read(table.rows(1).part(1, 1))) EXPECT_EQ(v, 0);
}

}  // namespace
}  // namespace sotto::nn::positions_test
