// From exact sums of 16 outputs of an Int8PanelMatrix to y.
#pragma once

#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// Row i, whose scale is `x`, outputs from `at` on, which is the first one of a panel; `valid` of
// them exist.
SOTTO_AVX512 inline void put16(const Output& y, const Int8PanelMatrix& w, int i, float x, int at,
                               int valid, __m512i sums) {
  const __m512i exact = _mm512_add_epi32(sums, _mm512_loadu_si512(w.corrections + at));
  const __m512 scales = _mm512_mul_ps(_mm512_loadu_ps(w.scales + at), _mm512_set1_ps(x));
  avx512::put16(y, i, at, valid, _mm512_mul_ps(scales, _mm512_cvtepi32_ps(exact)));
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu
#endif
