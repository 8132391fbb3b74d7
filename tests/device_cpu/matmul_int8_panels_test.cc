#include "device_cpu/matmul_int8_panels.h"

#include "device_cpu/int8_panels_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_int8_panels_test {
namespace {

class MatmulInt8PanelsTest : public VariantTest<MatmulInt8Panels> {
 protected:
  static int beside() { return columns_beside(GetParam().isa); }
};

TEST_P(MatmulInt8PanelsTest, IsItsDefinition) {
  check_int8_panels_definition(GetParam().fn, beside());
}
TEST_P(MatmulInt8PanelsTest, AddsAndBounds) {
  check_int8_panels_epilogues(GetParam().fn, beside());
}
TEST_P(MatmulInt8PanelsTest, ComputesTheRowsThatItIsToldTo) {
  check_int8_panels_ranges(GetParam().fn, beside());
}
TEST_P(MatmulInt8PanelsTest, ReadsLargeMatricesInParts) {
  check_int8_panels_bands(GetParam().fn, beside());
}
TEST_P(MatmulInt8PanelsTest, TheLargestSumsFit) {
  check_int8_panels_largest(GetParam().fn, beside());
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulInt8PanelsTest,
                         ::testing::ValuesIn(matmul_int8_panels_variants()), VariantName());

// The specification reads all layouts.
TEST(MatmulInt8Panels, ThePortableOneTakesWhatLiesBesideEachOther) {
  const MatmulInt8Panels fn = matmul_int8_panels_variants().front().fn;
  for (const int beside : {2, 8}) {
    check_int8_panels_epilogues(fn, beside);
    check_int8_panels_ranges(fn, beside);
  }
}

TEST(Int8Panels, GiveTheirRowsBack) {
  const std::vector<int8_t> q = {1, -2, 3, 127, -127, 0, 5, 6, 7, 9,
                                 8, -2, 3, 127, -127, 0, 5, 6, 7, 19};
  const std::vector<float> scales = {0.5f, 2};
  for (const int beside : {2, 4, 8}) {
    const Int8Panels panels({2, 10, q.data(), scales.data()}, {.scale = 0.25f, .zero = 7},
                            ActivationQuant::known, beside);
    std::vector<float> row(10);
    copy_row(panels.view(), 1, row);
    EXPECT_EQ(row, (std::vector<float>{16, -4, 6, 254, -254, 0, 10, 12, 14, 38}));
    EXPECT_EQ(panels.view().sums[0], 29);
    EXPECT_EQ(panels.view().corrections[1], -7 * 46);
  }
}

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_int8_panels_test
