// Sixteen rows of w at a time, a lane of 512 bits for each: what AMX's tiles and the vectors of
// AVX-512 VNNI have in common.
#pragma once

#include "device_cpu/intrinsics_x86.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512 {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

inline constexpr int kTileRows = 16;
inline constexpr int kTileCols = 64;

// Prefetches kBytes (a multiple of 64) from p on. Rows of w that come next lie behind those in use:
// so memory streams while tiles, whose rows are far apart, read what is near already. Behind the
// matrix it does no harm. Into the second cache (64 MB of int8, ns a KB): 54, into the first 55,
// without 60; from memory 87, 95 and 107.
template <int kBytes>
inline __attribute__((always_inline)) void prefetch(const void* p) {
#pragma GCC unroll 32
  for (int k = 0; k < kBytes; k += 64) _mm_prefetch(static_cast<const char*>(p) + k, _MM_HINT_T1);
}

// Two floats at a time: the lower, or the upper two of each quarter of a, then of b.
SOTTO_AVX512 inline __m512 lower_pairs(__m512 a, __m512 b) {
  return _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(a), _mm512_castps_pd(b)));
}
SOTTO_AVX512 inline __m512 upper_pairs(__m512 a, __m512 b) {
  return _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(a), _mm512_castps_pd(b)));
}

// Rows become columns.
SOTTO_AVX512 inline __attribute__((always_inline)) void transpose(__m512 (&v)[16]) {
  for (int i = 0; i < 16; i += 4) {  // 4 x 4 within each quarter of the vectors
    const __m512 a = _mm512_unpacklo_ps(v[i], v[i + 1]), b = _mm512_unpackhi_ps(v[i], v[i + 1]);
    const __m512 c = _mm512_unpacklo_ps(v[i + 2], v[i + 3]);
    const __m512 d = _mm512_unpackhi_ps(v[i + 2], v[i + 3]);
    v[i] = lower_pairs(a, c);
    v[i + 1] = upper_pairs(a, c);
    v[i + 2] = lower_pairs(b, d);
    v[i + 3] = upper_pairs(b, d);
  }
  for (int i = 0; i < 4; ++i) {  // then the quarters
    const __m512 a = _mm512_shuffle_f32x4(v[i], v[i + 4], 0x44);
    const __m512 b = _mm512_shuffle_f32x4(v[i], v[i + 4], 0xee);
    const __m512 c = _mm512_shuffle_f32x4(v[i + 8], v[i + 12], 0x44);
    const __m512 d = _mm512_shuffle_f32x4(v[i + 8], v[i + 12], 0xee);
    v[i] = _mm512_shuffle_f32x4(a, c, 0x88);
    v[i + 4] = _mm512_shuffle_f32x4(a, c, 0xdd);
    v[i + 8] = _mm512_shuffle_f32x4(b, d, 0x88);
    v[i + 12] = _mm512_shuffle_f32x4(b, d, 0xdd);
  }
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
