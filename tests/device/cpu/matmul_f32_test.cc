#include "device/cpu/matmul_f32.h"

#include "device/cpu/matmul_checks.h"
#include "device/cpu/variant_test.h"

namespace sotto::device::cpu::testing {
namespace {

class MatmulF32Test : public VariantTest<MatmulF32> {};

TEST_P(MatmulF32Test, AgreesWithADoubleSum) {
  check_float_against_double<F32Matrix>(GetParam().fn);
}
TEST_P(MatmulF32Test, SameBitsInEveryBatchAndSplit) { check_float_order<F32Matrix>(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulF32Test, ::testing::ValuesIn(matmul_f32_variants()),
                         VariantName());

class MatmulF16Test : public VariantTest<MatmulF16> {};

TEST_P(MatmulF16Test, AgreesWithADoubleSum) {
  check_float_against_double<F16Matrix>(GetParam().fn);
}
TEST_P(MatmulF16Test, SameBitsInEveryBatchAndSplit) { check_float_order<F16Matrix>(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulF16Test, ::testing::ValuesIn(matmul_f16_variants()),
                         VariantName());

class MatmulBf16Test : public VariantTest<MatmulBf16> {};

TEST_P(MatmulBf16Test, AgreesWithADoubleSum) {
  check_float_against_double<Bf16Matrix>(GetParam().fn);
}
TEST_P(MatmulBf16Test, SameBitsInEveryBatchAndSplit) {
  check_float_order<Bf16Matrix>(GetParam().fn);
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulBf16Test, ::testing::ValuesIn(matmul_bf16_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing
