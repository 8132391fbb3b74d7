// The epilogue of a product for four columns at a time.
#pragma once

#include "device_cpu/output.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

// Numbers `at` to `at` + 3 of row i, as Output::put() has them; `valid` of them exist, any number
// (none: nothing happens).
inline void put4(const Output& y, int i, int at, int valid, float32x4_t v) {
  if (valid < 4) {
    float lanes[4];
    vst1q_f32(lanes, v);
    for (int k = 0; k < valid; ++k) y.put(i, at + k, lanes[k]);
    return;
  }
  float* to = y.y.row(i).data() + at;
  if (y.scales != nullptr) v = vmulq_f32(v, vld1q_f32(y.scales + at));
  if (y.bias != nullptr) v = vaddq_f32(v, vld1q_f32(y.bias + at));
  if (y.epilogue == Epilogue::relu) v = vmaxnmq_f32(v, vdupq_n_f32(0));  // of NaN: 0
  if (y.epilogue == Epilogue::add) v = vaddq_f32(vld1q_f32(to), v);
  vst1q_f32(to, v);
}

}  // namespace sotto::device::cpu::neon
#endif
