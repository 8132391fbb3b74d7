// Runs the source of the AVX-512 kernels on any processor: SIMDe defines the intrinsics in terms of
// what there is. This proves their logic, not the instructions; where the processor has AVX-512,
// the tests of the families run the real ones.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include "device/cpu/isa.h"
#include "device/cpu/matmul_checks.h"
#include "device/cpu/matmul_panels_checks.h"

#ifdef SOTTO_X86
// Those that SIMDe does not have. Like the real ones they touch only the selected lanes.
namespace {

simde__m512 emulated_maskz_loadu_ps(unsigned mask, const float* p) {
  float lanes[16] = {};
  for (int k = 0; k < 16; ++k) {
    if ((mask >> k & 1) != 0) lanes[k] = p[k];
  }
  return simde_mm512_loadu_ps(lanes);
}

float emulated_reduce_add_ps(simde__m512 v) {
  float lanes[16];
  simde_mm512_storeu_ps(lanes, v);
  for (int width = 8; width > 0; width /= 2) {
    for (int k = 0; k < width; ++k) lanes[k] += lanes[k + width];
  }
  return lanes[0];
}

simde__m512i emulated_cvtepu16_epi32(simde__m256i v) {
  uint16_t from[16];
  uint32_t lanes[16];
  simde_mm256_storeu_si256(reinterpret_cast<simde__m256i*>(from), v);
  for (int k = 0; k < 16; ++k) lanes[k] = from[k];
  return simde_mm512_loadu_si512(lanes);
}

}  // namespace

#define _mm512_cvtepu16_epi32 emulated_cvtepu16_epi32
#define _mm512_maskz_loadu_ps emulated_maskz_loadu_ps
#define _mm512_reduce_add_ps emulated_reduce_add_ps

// A namespace of their own: the library has the real ones under the other name.
#define SOTTO_EMULATED_AVX512
#define avx512 avx512_emulated
#undef SOTTO_AVX512VNNI
#define SOTTO_AVX512VNNI
#include "device/cpu/matmul_f32_avx512.h"
#include "device/cpu/matmul_panels_avx512.h"
#undef avx512

namespace sotto::device::cpu::testing {
namespace {

TEST(EmulatedAvx512, MatmulF32) {
  check_float_against_double<F32Matrix>(avx512_emulated::matmul_f32);
  check_float_order<F32Matrix>(avx512_emulated::matmul_f32);
}

TEST(EmulatedAvx512, MatmulPanels) {
  check_panels_against_double(avx512_emulated::matmul_panels);
  check_panels_order(avx512_emulated::matmul_panels);
}

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
