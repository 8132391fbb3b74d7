#include "device_cpu/matmul_int.h"

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_int_test {
namespace {

class MatmulAffineTest : public VariantTest<MatmulAffine> {};
class MatmulQ8Test : public MatmulAffineTest {};
class MatmulQ6Test : public MatmulAffineTest {};
class MatmulQ4Test : public MatmulAffineTest {};
class MatmulInt8Test : public VariantTest<MatmulSym8> {};

TEST_P(MatmulQ8Test, AgreesWithADoubleSum) { check_affine_against_double(GetParam().fn, 8); }
TEST_P(MatmulQ8Test, DoesNotSaturate) { check_affine_extremes(GetParam().fn, 8); }
TEST_P(MatmulQ8Test, Epilogues) { check_affine_epilogues(GetParam().fn, 8); }
TEST_P(MatmulQ8Test, SameBitsInEveryBatchAndSplit) { check_affine_order(GetParam().fn, 8); }
TEST_P(MatmulQ8Test, BiasesMayBeTheScalesTimesAFactor) {
  check_affine_zero_of_all(GetParam().fn, 8);
}
TEST_P(MatmulQ6Test, AgreesWithADoubleSum) { check_affine_against_double(GetParam().fn, 6); }
TEST_P(MatmulQ6Test, DoesNotSaturate) { check_affine_extremes(GetParam().fn, 6); }
TEST_P(MatmulQ6Test, Epilogues) { check_affine_epilogues(GetParam().fn, 6); }
TEST_P(MatmulQ6Test, SameBitsInEveryBatchAndSplit) { check_affine_order(GetParam().fn, 6); }
TEST_P(MatmulQ6Test, BiasesMayBeTheScalesTimesAFactor) {
  check_affine_zero_of_all(GetParam().fn, 6);
}
TEST_P(MatmulQ4Test, AgreesWithADoubleSum) { check_affine_against_double(GetParam().fn, 4); }
TEST_P(MatmulQ4Test, DoesNotSaturate) { check_affine_extremes(GetParam().fn, 4); }
TEST_P(MatmulQ4Test, Epilogues) { check_affine_epilogues(GetParam().fn, 4); }
TEST_P(MatmulQ4Test, SameBitsInEveryBatchAndSplit) { check_affine_order(GetParam().fn, 4); }
TEST_P(MatmulQ4Test, BiasesMayBeTheScalesTimesAFactor) {
  check_affine_zero_of_all(GetParam().fn, 4);
}
TEST_P(MatmulInt8Test, AgreesWithADoubleSum) { check_int8_against_double(GetParam().fn); }
TEST_P(MatmulInt8Test, DoesNotSaturate) { check_int8_extremes(GetParam().fn); }
TEST_P(MatmulInt8Test, Epilogues) { check_int8_epilogues(GetParam().fn); }
TEST_P(MatmulInt8Test, SameBitsInEveryBatchAndSplit) { check_int8_order(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulQ8Test, ::testing::ValuesIn(matmul_q8_variants()),
                         VariantName());
INSTANTIATE_TEST_SUITE_P(Cpu, MatmulQ6Test, ::testing::ValuesIn(matmul_q6_variants()),
                         VariantName());
INSTANTIATE_TEST_SUITE_P(Cpu, MatmulQ4Test, ::testing::ValuesIn(matmul_q4_variants()),
                         VariantName());
INSTANTIATE_TEST_SUITE_P(Cpu, MatmulInt8Test, ::testing::ValuesIn(matmul_int8_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_int_test
