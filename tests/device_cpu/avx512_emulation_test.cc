// Runs the source of the AVX-512 kernels on any processor: SIMDe defines the intrinsics in terms of
// what there is. This proves their logic, not the instructions; where the processor has AVX-512,
// the tests of the families run the real ones.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include "device_cpu/isa.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/matmul_panels_checks.h"
#include "device_cpu/mix_rows_checks.h"

#ifdef SOTTO_X86
#include "device_cpu/avx512_emulation.h"

// A namespace of their own: the library has the real ones under the other name.
#define avx512 avx512_emulated
#include "device_cpu/matmul_f32_avx512.h"
#include "device_cpu/matmul_panels_avx512.h"
#include "device_cpu/mix_rows_avx512.h"
#undef avx512

namespace sotto::device::cpu::testing {
namespace {

TEST(EmulatedAvx512, MatmulF32) {
  check_float_against_double<quant::F32Matrix>(avx512_emulated::matmul_f32);
  check_float_order<quant::F32Matrix>(avx512_emulated::matmul_f32);
}

TEST(EmulatedAvx512, MatmulPanels) {
  check_panels_against_double(avx512_emulated::matmul_panels);
  check_panels_order(avx512_emulated::matmul_panels);
}

TEST(EmulatedAvx512, MixRows) { check_mix_rows(avx512_emulated::mix_rows); }

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
