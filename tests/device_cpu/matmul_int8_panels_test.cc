#include "device_cpu/matmul_int8_panels.h"

#include "device_cpu/int8_panels_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_int8_panels_test {
namespace {

class MatmulInt8PanelsTest : public VariantTest<MatmulInt8Panels> {};

TEST_P(MatmulInt8PanelsTest, IsItsDefinition) { check_int8_panels_definition(GetParam().fn); }
TEST_P(MatmulInt8PanelsTest, AddsAndBounds) { check_int8_panels_epilogues(GetParam().fn); }
TEST_P(MatmulInt8PanelsTest, ComputesTheRowsThatItIsToldTo) {
  check_int8_panels_ranges(GetParam().fn);
}
TEST_P(MatmulInt8PanelsTest, TheLargestSumsFit) { check_int8_panels_largest(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulInt8PanelsTest,
                         ::testing::ValuesIn(matmul_int8_panels_variants()), VariantName());

TEST(Int8Panels, GiveTheirRowsBack) {
  const std::vector<int8_t> q = {1, -2, 3, 127, -127, 0};
  const std::vector<float> scales = {0.5f, 2};
  const Int8Panels panels({2, 3, q.data(), scales.data()}, {.scale = 0.25f, .zero = 7});
  std::vector<float> row(3);
  copy_row(panels.view(), 1, row);
  EXPECT_EQ(row, (std::vector<float>{254, -254, 0}));
}

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_int8_panels_test
