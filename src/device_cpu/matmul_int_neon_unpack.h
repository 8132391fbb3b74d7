// Weights of groups as vectors of bytes, for the integer kernels of arm64.
#pragma once

#include "device_cpu/isa.h"
#include "quant/affine.h"

#ifdef SOTTO_ARM64
#include <arm_neon.h>

namespace sotto::device::cpu::neon {

// 16 values of 6 bits. `three` takes the 24 bits of four values to each 32-bit lane; two steps move
// its halves, then theirs, apart.
inline uint8x16_t six_bits(const uint8_t* p, uint8x16_t three) {
  const uint32x4_t d = vreinterpretq_u32_u8(vqtbl1q_u8(vld1q_u8(p), three));
  const uint16x8_t e = vreinterpretq_u16_u32(vsliq_n_u32(d, vshrq_n_u32(d, 12), 16));
  const uint8x16_t f = vreinterpretq_u8_u16(vsliq_n_u16(e, vshrq_n_u16(e, 6), 8));
  return vandq_u8(f, vdupq_n_u8(0x3f));
}

// The values of the group at p, in the order of x.
template <int kBits, int kGroup>
inline __attribute__((always_inline)) void unpack(const uint8_t* p,
                                                  uint8x16_t (&values)[kGroup / 16]) {
  if constexpr (kBits == 8) {
    for (int k = 0; k < kGroup / 16; ++k) values[k] = vld1q_u8(p + 16 * k);
  } else if constexpr (kBits == 6) {
    // The second 12 of 24 bytes are read from 8 on: that keeps to the 24.
    constexpr uint8_t kThree[2][16] = {
        {0, 1, 2, 255, 3, 4, 5, 255, 6, 7, 8, 255, 9, 10, 11, 255},
        {4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255, 13, 14, 15, 255}};
    const uint8x16_t first = vld1q_u8(kThree[0]), second = vld1q_u8(kThree[1]);
    for (int k = 0; k < kGroup / 32; ++k) {
      values[2 * k] = six_bits(p + 24 * k, first);
      values[2 * k + 1] = six_bits(p + 24 * k + 8, second);
    }
  } else {
    constexpr int kHalf = kGroup == 32 ? 1 : 2;  // vectors of even columns in a block, and of odd
    for (int k = 0; k < kGroup / 32; ++k) {
      const uint8x16_t bytes = vld1q_u8(p + 16 * k);
      const int at = k / kHalf * 2 * kHalf + k % kHalf;
      values[at] = vandq_u8(bytes, vdupq_n_u8(15));
      values[at + kHalf] = vshrq_n_u8(bytes, 4);
    }
  }
}

// The scales of n <= 4 groups from `at` on, zeros behind them.
inline float32x4_t load_scales(const quant::Scales& s, size_t at, int n) {
  const size_t count = n < 4 ? static_cast<size_t>(n) : 4;
  if (const uint16_t* half = s.f16(); half != nullptr) {
    uint16_t some[4] = {};
    if (n < 4) {
      __builtin_memcpy(some, half + at, count * sizeof *half);
    }
    const uint16x4_t halves = vld1_u16(n < 4 ? some : half + at);
    return vmulq_n_f32(vcvt_f32_f16(vreinterpret_f16_u16(halves)), s.factor());
  }
  float some[4] = {};
  if (n < 4) __builtin_memcpy(some, s.f32() + at, count * sizeof *some);
  return vmulq_n_f32(vld1q_f32(n < 4 ? some : s.f32() + at), s.factor());
}

}  // namespace sotto::device::cpu::neon
#endif
