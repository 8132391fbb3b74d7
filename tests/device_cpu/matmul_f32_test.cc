#include "device_cpu/matmul_f32.h"

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_f32_test {
namespace {

class MatmulF32Test : public VariantTest<MatmulF32> {};

TEST_P(MatmulF32Test, AgreesWithADoubleSum) {
  check_float_against_double<quant::F32Matrix>(GetParam().fn);
}
TEST_P(MatmulF32Test, SameBitsInEveryBatchAndSplit) {
  check_float_order<quant::F32Matrix>(GetParam().fn);
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulF32Test, ::testing::ValuesIn(matmul_f32_variants()),
                         VariantName());

class MatmulF16Test : public VariantTest<MatmulF16> {};

TEST_P(MatmulF16Test, AgreesWithADoubleSum) {
  check_float_against_double<quant::F16Matrix>(GetParam().fn);
}
TEST_P(MatmulF16Test, SameBitsInEveryBatchAndSplit) {
  check_float_order<quant::F16Matrix>(GetParam().fn);
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulF16Test, ::testing::ValuesIn(matmul_f16_variants()),
                         VariantName());

class MatmulBf16Test : public VariantTest<MatmulBf16> {};

TEST_P(MatmulBf16Test, AgreesWithADoubleSum) {
  check_float_against_double<quant::Bf16Matrix>(GetParam().fn);
}
TEST_P(MatmulBf16Test, SameBitsInEveryBatchAndSplit) {
  check_float_order<quant::Bf16Matrix>(GetParam().fn);
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulBf16Test, ::testing::ValuesIn(matmul_bf16_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_f32_test
