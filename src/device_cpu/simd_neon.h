// Small vector functions that several NEON kernels share.
#pragma once

#include "device_cpu/isa.h"

#ifdef SOTTO_ARM64
#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

namespace sotto::device::cpu::neon {

// n floats from p, 1 <= n, zeros behind them. Reads nothing past p[n - 1].
inline float32x4_t load_first(const float* p, int n) {
  if (n >= 4) return vld1q_f32(p);
  float some[4] = {};
  __builtin_memcpy(some, p, static_cast<size_t>(n) * sizeof *p);
  return vld1q_f32(some);
}

// The first n lanes, 1 <= n, to p.
inline void store_first(float* p, int n, float32x4_t v) {
  if (n >= 4) return vst1q_f32(p, v);
  float lanes[4];
  vst1q_f32(lanes, v);
  __builtin_memcpy(p, lanes, static_cast<size_t>(n) * sizeof *p);
}

// Lanes below n keep their value, the others become zeros.
inline float32x4_t keep_first(float32x4_t v, int n) {
  constexpr int32_t kLanes[4] = {0, 1, 2, 3};
  const uint32x4_t kept = vcgtq_s32(vdupq_n_s32(n), vld1q_s32(kLanes));
  return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(v), kept));
}

// e^x as avx2::exp has it: the same polynomial, within 2 units in the last place for x in
// [-87, 88].
inline float32x4_t exp(float32x4_t x) {
  x = vminq_f32(vmaxq_f32(x, vdupq_n_f32(-87.0f)), vdupq_n_f32(88.0f));
  const float32x4_t n = vrndnq_f32(vmulq_n_f32(x, 1.44269504f));
  float32x4_t r = vfmsq_f32(x, n, vdupq_n_f32(0x1.62e4p-1f));
  r = vfmsq_f32(r, n, vdupq_n_f32(0x1.7f7d1cp-20f));
  float32x4_t p = vdupq_n_f32(1.0f / 5040);
  p = vfmaq_f32(vdupq_n_f32(1.0f / 720), p, r);
  p = vfmaq_f32(vdupq_n_f32(1.0f / 120), p, r);
  p = vfmaq_f32(vdupq_n_f32(1.0f / 24), p, r);
  p = vfmaq_f32(vdupq_n_f32(1.0f / 6), p, r);
  p = vfmaq_f32(vdupq_n_f32(0.5f), p, r);
  p = vfmaq_f32(vdupq_n_f32(1.0f), p, r);
  p = vfmaq_f32(vdupq_n_f32(1.0f), p, r);
  const int32x4_t exponent = vshlq_n_s32(vaddq_s32(vcvtnq_s32_f32(n), vdupq_n_s32(127)), 23);
  return vmulq_f32(p, vreinterpretq_f32_s32(exponent));
}

}  // namespace sotto::device::cpu::neon
#endif
