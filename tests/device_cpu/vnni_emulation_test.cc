// Runs the source of the VNNI kernels on a processor that has no more than AVX2, with vpdpbusd
// spelled out. This proves their logic, not the instruction; where the processor has it, the tests
// of the families run the real ones.
#include "device_cpu/matmul_checks.h"
#include "device_cpu/matmul_int_simd.h"
#include "device_cpu/output_256.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

namespace sotto::device::cpu::vnni_emulated {

// Each lane: start + the four products of its bytes, those of u without a sign.
inline SOTTO_AVX2 __m256i dpbusd(__m256i start, __m256i u, __m256i s) {
  int32_t lanes[8];
  uint8_t us[32];
  int8_t ss[32];
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), start);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(us), u);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(ss), s);
  for (int c = 0; c < 32; ++c) {
    lanes[c / 4] = static_cast<int32_t>(static_cast<uint32_t>(lanes[c / 4]) +
                                        static_cast<uint32_t>(us[c] * ss[c]));
  }
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lanes));
}

#define SOTTO_SIMD SOTTO_AVX2
#define SOTTO_DPBUSD dpbusd
#include "device_cpu/matmul_int_vnni.inc"
}  // namespace sotto::device::cpu::vnni_emulated

namespace sotto::device::cpu::testing {
namespace {

class EmulatedVnni : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!supported(Isa::avx2)) GTEST_SKIP() << "not on this processor";
  }
};

TEST_F(EmulatedVnni, MatmulOfGroups) {
  const std::pair<int, MatmulAffine> kernels[] = {
      {8, vnni_emulated::matmul_q8}, {6, vnni_emulated::matmul_q6}, {4, vnni_emulated::matmul_q4}};
  for (const auto& [bits, fn] : kernels) {
    SCOPED_TRACE(bits);
    check_affine_against_double(fn, bits);
    check_affine_extremes(fn, bits);
    check_affine_epilogues(fn, bits);
    check_affine_order(fn, bits);
  }
}

TEST_F(EmulatedVnni, MatmulOfInt8Rows) {
  check_int8_against_double(vnni_emulated::matmul_int8);
  check_int8_extremes(vnni_emulated::matmul_int8);
  check_int8_epilogues(vnni_emulated::matmul_int8);
  check_int8_order(vnni_emulated::matmul_int8);
}

TEST_F(EmulatedVnni, MatmulOfCoarseRows) { check_coarse_bits(vnni_emulated::matmul_coarse); }

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
