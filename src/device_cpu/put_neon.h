// From exact sums of 16 outputs of an Int8PanelMatrix to y.
#pragma once

#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/output_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

// Row i, whose scale is `x`, and panel p. To each sum comes that of its row of w
// times 2^kMore; 0: nothing does.
template <int kMore>
inline void put16(const Output& y, const Int8PanelMatrix& w, int i, float x, int p,
                  const int32x4_t (&sums)[4]) {
  const int valid = rows_in_panel(w, p), first = p * Int8PanelMatrix::kRows;
  for (int k = 0; k < 4; ++k) {
    const int at = first + 4 * k;
    int32x4_t exact = vaddq_s32(sums[k], vld1q_s32(w.corrections + at));
    if constexpr (kMore > 0) exact = vaddq_s32(exact, vshlq_n_s32(vld1q_s32(w.sums + at), kMore));
    const float32x4_t scales = vmulq_n_f32(vld1q_f32(w.scales + at), x);
    put4(y, i, at, valid - 4 * k, vmulq_f32(scales, vcvtq_f32_s32(exact)));
  }
}

}  // namespace sotto::device::cpu::neon
#endif
