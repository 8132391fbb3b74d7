// int8 rows in four bits: every variant gives the bits of the portable one, and no product is
// further from the true one than is said.
#include "device_cpu/coarse_rows.h"

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::coarse_rows_test {
namespace {

class MatmulCoarseTest : public VariantTest<MatmulCoarse> {};

TEST_P(MatmulCoarseTest, GivesTheBitsOfThePortableOne) { check_coarse_bits(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulCoarseTest, ::testing::ValuesIn(matmul_coarse_variants()),
                         VariantName());

double length_of(const QuantizedRows& row) {
  double squares = 0;
  for (int c = 0; c < row.cols; ++c) squares += double(row.q[c]) * row.q[c];
  return std::sqrt(squares) * std::fabs(*row.scale);
}

// Of all rows and numbers the largest error in proportion to the loss that is said.
double largest_part_of_loss(CaseInt8& c, const CoarseRows& coarse) {
  std::vector<float> near(c.y.size());
  matmul_coarse_variants().front().fn(c.x.rows, coarse.view(), {{near.data(), c.n, c.rows}}, 0,
                                      coarse.view().panels());
  matmul_int8_variants().front().fn(c.x.rows, c.view(), {c.out()}, 0, c.rows);
  double largest = 0;
  for (int i = 0; i < c.n; ++i) {
    const double length = length_of(c.x.rows.from(i, 1));
    for (int r = 0; r < c.rows; ++r) {
      const size_t at = static_cast<size_t>(i * c.rows + r);
      const double error = std::fabs(double{near[at]} - c.y[at]);
      largest = std::max(largest, error / (length * coarse.view().losses[r]));
    }
  }
  return largest;
}

TEST(CoarseRowsTest, NoProductIsFurtherOffThanItsRowLoses) {
  for (const int cols : {1, 64, 100, 384, kMostCoarseCols}) {
    CaseInt8 c(5, 40, cols, static_cast<unsigned>(cols));
    for (int k = 0; k < cols; ++k) c.q[static_cast<size_t>(k)] = static_cast<int8_t>(k % 3 - 1);
    EXPECT_LE(largest_part_of_loss(c, CoarseRows(c.view(), pages_of_tests())), 1) << cols;
  }
}

// Activations that lie along what a row lost: there the bound is reached, so it is no wider than
// it must be.
TEST(CoarseRowsTest, TheWorstActivationsLoseWhatIsSaid) {
  CaseInt8 c(1, 1, 384, 3);
  const CoarseRows coarse(c.view(), pages_of_tests());
  const CoarseMatrix w = coarse.view();
  for (int k = 0; k < c.cols; ++k) {
    const double lost =
        c.q[static_cast<size_t>(k)] * double{c.scales[0]} - double{w.scales[0]} * w.level(0, k);
    c.x.natural[static_cast<size_t>(k)] =
        static_cast<int8_t>(std::lrint(127 * lost / (8.6 * std::fabs(c.scales[0]))));
  }
  c.x.fill();
  const double part = largest_part_of_loss(c, coarse);
  EXPECT_LE(part, 1);
  EXPECT_GE(part, 0.999);
}

// Activations that lean to a row, as those do that choose it: what rows lost meets them as anything
// at random would. 200,000 numbers of a normal distribution have a largest one of 4.6 deviations.
TEST(CoarseRowsTest, WhatIsLostDoesNotLeanToWhatChoosesARow) {
  CaseInt8 c(100, 2000, 384, 5);
  const std::vector<float> normal = normals(c.q.size() + c.x.natural.size(), 6);
  for (size_t k = 0; k < c.q.size(); ++k)
    c.q[k] = static_cast<int8_t>(std::clamp(20 * normal[k], -127.0f, 127.0f));
  for (size_t k = 0; k < c.x.natural.size(); ++k) {  // row i leans to row i of w
    const float leaning = 20 * normal[c.q.size() + k] + c.q[k];
    c.x.natural[k] = static_cast<int8_t>(std::clamp(leaning, -127.0f, 127.0f));
  }
  c.x.fill();
  const CoarseRows coarse(c.view(), pages_of_tests());
  const double deviation = std::sqrt(static_cast<double>(c.cols));
  EXPECT_LE(largest_part_of_loss(c, coarse) * deviation, 6);
  std::vector<float> near(c.y.size());
  matmul_coarse_variants().front().fn(c.x.rows, coarse.view(), {{near.data(), c.n, c.rows}}, 0,
                                      coarse.view().panels());
  double own = 0;  // of each row of x with the row that it leans to
  for (int i = 0; i < c.n; ++i) {
    const size_t at = static_cast<size_t>(i * c.rows + i);
    const double unit = length_of(c.x.rows.from(i, 1)) * coarse.view().losses[i] / deviation;
    own += (double{near[at]} - c.y[at]) / unit * (c.scales[static_cast<size_t>(i)] > 0 ? 1 : -1);
  }
  EXPECT_LE(std::fabs(own / c.n), 0.4);  // their mean: four times 1 / sqrt(100)
}

// Integers that the levels hold: nothing is lost but what floats round.
TEST(CoarseRowsTest, LevelsThemselvesLoseNothing) {
  CaseInt8 c(3, 20, 128, 4);
  for (size_t k = 0; k < c.q.size(); ++k) c.q[k] = static_cast<int8_t>(k % 16 * 2 - 15);
  const CoarseRows coarse(c.view(), pages_of_tests());
  for (int r = 0; r < c.rows; ++r)
    EXPECT_LT(coarse.view().losses[r], 1e-3f * std::fabs(c.scales[static_cast<size_t>(r)]));
  EXPECT_LE(largest_part_of_loss(c, coarse), 1);
}

}  // namespace
}  // namespace sotto::device::cpu::testing::coarse_rows_test
