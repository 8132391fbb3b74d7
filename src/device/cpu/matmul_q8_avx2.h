// The AVX2 kernels of matmul_q8.
#pragma once

#include "device/cpu/matmul_q8.h"
#include "device/cpu/simd_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// A group is a multiple of 32 columns.
SOTTO_AVX2 inline void quantize_group(const float* x, int n, int8_t* q, float* scale, float* sum) {
  const __m256 no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
  __m256 largest_of = _mm256_setzero_ps();
  for (int c = 0; c < n; c += 8) {
    // In this order a NaN leaves the maximum as it was, like the portable comparison.
    largest_of = _mm256_max_ps(_mm256_and_ps(no_sign, _mm256_loadu_ps(x + c)), largest_of);
  }
  const float largest = max(largest_of);
  const float inverse = largest > kSmallestMagnitude ? 127.0f / largest : 0.0f;
  const __m256 factor = _mm256_set1_ps(inverse);
  const __m256 low = _mm256_set1_ps(-127.0f), high = _mm256_set1_ps(127.0f);
  __m256i total = _mm256_setzero_si256();
  for (int c = 0; c < n; c += 32) {
    __m256i v[4];
    for (int k = 0; k < 4; ++k) {
      // max and min return their second operand where one is a NaN: NaN becomes -127.
      const __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(x + c + 8 * k), factor);
      v[k] = _mm256_cvtps_epi32(_mm256_min_ps(_mm256_max_ps(scaled, low), high));
      total = _mm256_add_epi32(total, v[k]);
    }
    // Packing works within halves of 128 bits; the permutation puts the words back in order.
    const __m256i packed =
        _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(q + c),
                        _mm256_permutevar8x32_epi32(packed, order));
  }
  *scale = largest > kSmallestMagnitude ? largest / 127.0f : 0.0f;
  // Sums of integers below 2^24 are exact in float.
  *sum = *scale * avx2::sum(_mm256_cvtepi32_ps(total));
}

SOTTO_AVX2 inline void quantize_rows(const Tensor& x, const QuantizedRows& into) {
  const int groups = into.groups();
  for (int i = 0; i < x.rows; ++i) {
    const float* values = x.row(i).data();
    int8_t* q = into.q + static_cast<size_t>(i) * static_cast<size_t>(into.cols);
    for (int g = 0; g < groups; ++g) {
      quantize_group(values + g * into.group, into.group, q + g * into.group,
                     &into.scale[i * groups + g], &into.sum[i * groups + g]);
    }
  }
}

// N rows of x against one row of w. Both bytes are widened to 16 bits: the byte product of AVX2,
// vpmaddubsw, saturates from 255 * 127 * 2 = 64770 on, while pairs of 16 bits add up in 32.
template <int N>
SOTTO_AVX2 void tile_q8(const QuantizedRows& x, int first_x, const quant::AffineView& w, int r,
                        const Output& y) {
  const int groups = x.groups();
  const auto* q = reinterpret_cast<const uint8_t*>(w.packed) +
                  static_cast<size_t>(r) * static_cast<size_t>(w.cols);
  const quant::Scales s = w.scales.from(static_cast<size_t>(r) * static_cast<size_t>(groups));
  const quant::Scales b = w.biases.from(static_cast<size_t>(r) * static_cast<size_t>(groups));
  const int8_t* xq[N];
  const float* xs[N];
  const float* xsum[N];
  __m256 acc[N];
  float offset[N];
  for (int i = 0; i < N; ++i) {
    xq[i] = x.q + static_cast<size_t>(first_x + i) * static_cast<size_t>(x.cols);
    xs[i] = x.scale + static_cast<size_t>(first_x + i) * static_cast<size_t>(groups);
    xsum[i] = x.sum + static_cast<size_t>(first_x + i) * static_cast<size_t>(groups);
    acc[i] = _mm256_setzero_ps();
    offset[i] = 0;
  }
  for (int g = 0; g < groups; ++g) {
    __m256i dot[N];
    for (int i = 0; i < N; ++i) dot[i] = _mm256_setzero_si256();
    for (int c = g * x.group; c < (g + 1) * x.group; c += 16) {
      const __m256i wide_w =
          _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(q + c)));
      for (int i = 0; i < N; ++i) {
        const __m256i wide_x =
            _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(xq[i] + c)));
        dot[i] = _mm256_add_epi32(dot[i], _mm256_madd_epi16(wide_w, wide_x));
      }
    }
    for (int i = 0; i < N; ++i) {
      acc[i] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dot[i]),
                               _mm256_set1_ps(s[static_cast<size_t>(g)] * xs[i][g]), acc[i]);
      offset[i] += b[static_cast<size_t>(g)] * xsum[i][g];
    }
  }
  for (int i = 0; i < N; ++i) {
    y.put(first_x + i, r, sum(acc[i]) + offset[i]);
  }
}

SOTTO_AVX2 inline void matmul_q8(const QuantizedRows& x, const quant::AffineView& w,
                                 const Output& y, int begin, int end) {
  for (int r = begin; r < end; ++r) {
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) tile_q8<4>(x, i, w, r, y);
    for (; i < x.rows; ++i) tile_q8<1>(x, i, w, r, y);
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
