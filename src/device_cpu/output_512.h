// Output::put() for sixteen numbers at once.
#pragma once

#include "device_cpu/intrinsics_x86.h"
#include "device_cpu/output.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512 {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// The first `count` lanes, at most 16.
SOTTO_AVX512 inline __mmask16 first_lanes(int count) {
  return static_cast<__mmask16>((1u << count) - 1);
}

// Numbers [r, r + n) of row i: the first n of v.
SOTTO_AVX512 inline void put16(const Output& y, int i, int r, int n, __m512 v) {
  const __mmask16 lanes = first_lanes(n);
  float* to = y.y.row(i).data() + r;
  if (y.scales != nullptr) v = _mm512_mul_ps(v, _mm512_maskz_loadu_ps(lanes, y.scales + r));
  if (y.bias != nullptr) v = _mm512_add_ps(v, _mm512_maskz_loadu_ps(lanes, y.bias + r));
  if (y.epilogue == Epilogue::relu) v = _mm512_max_ps(v, _mm512_setzero_ps());  // of NaN: 0
  if (y.epilogue == Epilogue::add) v = _mm512_add_ps(_mm512_maskz_loadu_ps(lanes, to), v);
  if (n == 16) return _mm512_storeu_ps(to, v);  // AMD's masked stores are slow
  _mm512_mask_storeu_ps(to, lanes, v);
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
