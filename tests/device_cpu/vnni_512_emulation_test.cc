// Runs the source of the AVX-512 VNNI kernels for groups on any processor: SIMDe defines the
// intrinsics in terms of what there is. This proves their logic, not the instructions; where the
// processor has them, the tests of the families run the real ones.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
//
#include <simde/x86/f16c.h>

#include "device_cpu/matmul_checks.h"

#ifdef SOTTO_X86
#include "device_cpu/avx512_emulation.h"
#include "device_cpu/matmul_int_simd.h"

namespace {

// Each lane: start + the four products of its bytes, those of u without a sign. SIMDe's own in so
// many places would take the compiler minutes.
__attribute__((noinline)) void dpbusd(simde__m512i& start, const simde__m512i& u,
                                      const simde__m512i& s) {
  int32_t lanes[16];
  uint8_t us[64];
  int8_t ss[64];
  simde_mm512_storeu_si512(lanes, start);
  simde_mm512_storeu_si512(us, u);
  simde_mm512_storeu_si512(ss, s);
  for (int c = 0; c < 64; ++c) lanes[c / 4] += us[c] * ss[c];
  start = simde_mm512_loadu_si512(lanes);
}
inline simde__m512i dpbusd_of(simde__m512i start, const simde__m512i& u, const simde__m512i& s) {
  dpbusd(start, u, s);
  return start;
}

}  // namespace

#undef _mm512_dpbusd_epi32
#define _mm512_dpbusd_epi32 dpbusd_of
// Names of their own: the library has the real ones under the others.
#define avx2 avx2_of_vnni
#define avx512 avx512_of_vnni
#define avx512vnni avx512vnni_emulated
#include "device_cpu/affine_vnni_512.h"
#undef avx2
#undef avx512
#undef avx512vnni

namespace sotto::device::cpu::testing {
namespace {

TEST(EmulatedVnni512, MatmulOfGroups) {
  const std::pair<int, MatmulAffine> kernels[] = {{8, avx512vnni_emulated::affine<8>},
                                                  {6, avx512vnni_emulated::affine<6>},
                                                  {4, avx512vnni_emulated::affine<4>}};
  for (const auto& [bits, fn] : kernels) {
    SCOPED_TRACE(bits);
    check_affine_against_double(fn, bits);
    check_affine_extremes(fn, bits);
    check_affine_epilogues(fn, bits);
    check_affine_order(fn, bits);
  }
}

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
