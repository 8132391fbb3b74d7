#include "device/cpu/matmul_f32.h"

#include "device/cpu/matmul_checks.h"
#include "device/cpu/variant_test.h"

namespace sotto::device::cpu::testing {
namespace {

class MatmulF32Test : public VariantTest<MatmulF32> {};

TEST_P(MatmulF32Test, AgreesWithADoubleSum) { check_f32_against_double(GetParam().fn); }
TEST_P(MatmulF32Test, SameBitsInEveryBatchAndSplit) { check_f32_order(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulF32Test, ::testing::ValuesIn(matmul_f32_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing
