#include "device_cpu/matmul_panels.h"

#include "device_cpu/matmul_panels_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_panels_test {
namespace {

class MatmulPanelsTest : public VariantTest<MatmulPanels> {};

TEST_P(MatmulPanelsTest, AgreesWithADoubleSum) { check_panels_against_double(GetParam().fn); }
TEST_P(MatmulPanelsTest, SameBitsInEveryBatchAndSplit) { check_panels_order(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulPanelsTest, ::testing::ValuesIn(matmul_panels_variants()),
                         VariantName());

TEST(Panels, KeepNumbersOfBfloat16In16Bits) {
  std::vector<float> w = {1, -2.5f, 0, 0.0078125f, 0x1p100f, -0.0f};
  EXPECT_NE(Panels(w, 3, 2).view().bf16, nullptr);
  w[4] = 0.1f;
  const Panels panels(w, 3, 2);
  EXPECT_EQ(panels.view().bf16, nullptr);
  std::vector<float> row(2);
  copy_row(panels.view(), 2, row);
  EXPECT_EQ(row, (std::vector<float>{0.1f, 0}));
}

TEST(Panels, KeepInt8AsItIs) {
  const std::vector<int8_t> q = {127, -128, 0, 5, -7, 1};
  const std::vector<float> scales = {0.5f, 2, 0.25f};
  const Panels panels({3, 2, q.data(), scales.data()});
  ASSERT_NE(panels.view().int8, nullptr);
  std::vector<float> row(2);
  copy_row(panels.view(), 0, row);
  EXPECT_EQ(row, (std::vector<float>{63.5f, -64}));
  copy_row(panels.view(), 2, row);
  EXPECT_EQ(row, (std::vector<float>{-1.75f, 0.25f}));
}

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_panels_test
