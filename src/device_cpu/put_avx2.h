// From exact sums of 8 outputs of an Int8PanelMatrix to y.
#pragma once

#include "device_cpu/output_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu {

// Row i, whose scale is `x`, outputs from `at` on; `valid` of them exist, 8 or fewer (none: nothing
// happens).
SOTTO_AVX2 inline void put8(const Output& y, const Int8PanelMatrix& w, int i, float x, int at,
                            int valid, __m256i sums) {
  const auto* corrections = reinterpret_cast<const __m256i*>(w.corrections + at);
  const __m256i exact = _mm256_add_epi32(sums, _mm256_loadu_si256(corrections));
  const __m256 scales = _mm256_mul_ps(_mm256_loadu_ps(w.scales + at), _mm256_set1_ps(x));
  avx2::put8(y, i, at, valid, _mm256_mul_ps(scales, _mm256_cvtepi32_ps(exact)));
}

}  // namespace sotto::device::cpu
#endif
