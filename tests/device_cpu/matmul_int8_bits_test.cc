// Sums of int8 rows are exact and are scaled in one way: every variant gives the bits of the
// portable one.
#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_int8_bits_test {
namespace {

class MatmulInt8Bits : public VariantTest<MatmulSym8> {};

TEST_P(MatmulInt8Bits, AreThoseOfThePortableOne) { check_int8_bits(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulInt8Bits, ::testing::ValuesIn(matmul_int8_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_int8_bits_test
