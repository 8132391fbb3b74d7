// From exact sums of 16 outputs to y, as Output::put does it.
#pragma once

#include "device_cpu/output.h"

#ifdef SOTTO_X86
#include <immintrin.h>

namespace sotto::device::cpu {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// Row i, outputs from `at` on, which is the first one of a panel; `valid` of them exist.
__attribute__((target("avx512f"))) inline void put16(const Output& y, const Int8PanelMatrix& w,
                                                     int i, int at, int valid, __m512i sums) {
  const auto lanes = static_cast<__mmask16>((1u << valid) - 1);
  const __m512i exact = _mm512_add_epi32(sums, _mm512_loadu_si512(w.corrections + at));
  __m512 v = _mm512_mul_ps(_mm512_loadu_ps(w.scales + at), _mm512_cvtepi32_ps(exact));
  if (y.bias != nullptr) v = _mm512_add_ps(v, _mm512_maskz_loadu_ps(lanes, y.bias + at));
  float* to = y.y.row(i).data() + at;
  switch (y.epilogue) {
    case Epilogue::none:
      break;
    case Epilogue::relu:
      v = _mm512_max_ps(v, _mm512_setzero_ps());
      break;
    case Epilogue::add:
      v = _mm512_add_ps(_mm512_maskz_loadu_ps(lanes, to), v);
      break;
  }
  _mm512_mask_storeu_ps(to, lanes, v);
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu
#endif
