// Plain NEON multiplies signed bytes into 16 bits. A lane has room for two products of 8 bits
// (2 * 128 * 127 = 32512), four of 6 (4 * 63 * 127 = 32004) and sixteen of 4 (16 * 15 * 127 =
// 30480) before it is added to 32.
#include "device_cpu/matmul_int_neon.h"
#include "device_cpu/matmul_int_neon_unpack.h"

#ifdef SOTTO_ARM64
#define SOTTO_SIMD

namespace sotto::device::cpu::neon {
namespace {

template <int kBits, int K>
inline __attribute__((always_inline)) int32x4_t add(int32x4_t start, const int8x16_t (&w)[K],
                                                    const int8_t* x) {
  constexpr int kTogether = kBits == 8 ? 1 : kBits == 6 ? 2 : 8;  // vectors: two products a lane
  for (int k = 0; k < K; k += kTogether) {
    int16x8_t sum = vdupq_n_s16(0);
    for (int j = k; j < K && j < k + kTogether; ++j) {
      const int8x16_t xj = vld1q_s8(x + 16 * j);
      sum = vmlal_s8(sum, vget_low_s8(w[j]), vget_low_s8(xj));
      sum = vmlal_high_s8(sum, w[j], xj);
    }
    start = vpadalq_s16(start, sum);
  }
  return start;
}

}  // namespace

#include "device_cpu/matmul_int_neon.inc"

}  // namespace sotto::device::cpu::neon
#endif
