// SDOT adds four products of signed bytes to a lane of 32 bits.
#include "device_cpu/matmul_int_neon.h"
#include "device_cpu/matmul_int_neon_unpack.h"

#ifdef SOTTO_ARM64
#define SOTTO_SIMD SOTTO_NEONDOT

namespace sotto::device::cpu::neondot {
namespace {

template <int kBits, int K>
SOTTO_SIMD inline __attribute__((always_inline)) int32x4_t add(int32x4_t start,
                                                               const int8x16_t (&w)[K],
                                                               const int8_t* x) {
  for (int k = 0; k < K; ++k) start = vdotq_s32(start, w[k], vld1q_s8(x + 16 * k));
  return start;
}

}  // namespace

#include "device_cpu/matmul_int_neon.inc"

}  // namespace sotto::device::cpu::neondot
#endif
