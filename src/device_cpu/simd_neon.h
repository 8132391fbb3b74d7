// Small vector functions that several NEON kernels share.
#pragma once

#include "device_cpu/exponential.h"
#include "device_cpu/isa.h"

#ifdef SOTTO_ARM64
#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

namespace sotto::device::cpu::neon {

// Compilers move no loads from behind here to before it: they do so to hide latency, and then run
// out of registers, of which the tiles of products need nearly all.
inline __attribute__((always_inline)) void no_earlier_loads() { asm volatile("" ::: "memory"); }

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

// x = e^(x - the largest of x), the terms of a softmax; returns their sum. 1 <= n.
inline float exponentials(float* x, int n) {
  float32x4_t tops = vdupq_n_f32(x[0]);
  int i = 0;
  for (; i + 4 <= n; i += 4) tops = vmaxq_f32(tops, vld1q_f32(x + i));
  float top = vmaxvq_f32(tops);
  for (; i < n; ++i) top = x[i] > top ? x[i] : top;
  for (i = 0; i < n; ++i) x[i] = exponential(x[i] - top);
  float32x4_t total = vdupq_n_f32(0);
  for (i = 0; i < n; i += 4) total = vaddq_f32(total, load_first(x + i, n - i));
  return vaddvq_f32(total);
}

}  // namespace sotto::device::cpu::neon
#endif
