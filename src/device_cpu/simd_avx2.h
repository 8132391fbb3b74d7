// Small vector functions that several AVX2 kernels share.
#pragma once

#include <cstdint>

#include "device_cpu/exponential.h"
#include "device_cpu/isa.h"

#ifdef SOTTO_X86
#include <immintrin.h>

namespace sotto::device::cpu::avx2 {

// The lowest n of 8 lanes, 0 <= n <= 8, as maskload and maskstore take it.
SOTTO_AVX2 inline __m256i first_lanes(int n) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

// n floats from p, zeros behind them. Reads nothing past p[n - 1].
SOTTO_AVX2 inline __m256 load_first(const float* p, int n) {
  return n >= 8 ? _mm256_loadu_ps(p) : _mm256_maskload_ps(p, first_lanes(n));
}

// The sum of all lanes, always in the same order.
SOTTO_AVX2 inline float sum(__m256 v) {
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  s = _mm_add_ss(s, _mm_movehdup_ps(s));
  return _mm_cvtss_f32(s);
}

SOTTO_AVX2 inline int32_t sum(__m256i v) {
  __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, _MM_SHUFFLE(1, 0, 3, 2)));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, _MM_SHUFFLE(2, 3, 0, 1)));
  return _mm_cvtsi128_si32(s);
}

SOTTO_AVX2 inline float max(__m256 v) {
  __m128 s = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_max_ps(s, _mm_movehl_ps(s, s));
  s = _mm_max_ss(s, _mm_movehdup_ps(s));
  return _mm_cvtss_f32(s);
}

// x = e^(scale (x - the largest of x)), the terms of a softmax; returns their sum. 1 <= n.
SOTTO_AVX2 inline float exponentials(float scale, float* x, int n) {
  __m256 tops = _mm256_set1_ps(x[0]);
  int i = 0;
  for (; i + 8 <= n; i += 8) tops = _mm256_max_ps(_mm256_loadu_ps(x + i), tops);
  float top = max(tops);
  for (; i < n; ++i) top = x[i] > top ? x[i] : top;
  for (i = 0; i < n; ++i) x[i] = exponential(scale * (x[i] - top));
  __m256 total = _mm256_setzero_ps();
  for (i = 0; i < n; i += 8) total = _mm256_add_ps(total, load_first(x + i, n - i));
  return sum(total);
}

}  // namespace sotto::device::cpu::avx2
#endif
