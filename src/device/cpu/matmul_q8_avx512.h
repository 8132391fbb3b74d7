// The AVX-512 VNNI kernel of matmul_q8: vpdpbusd multiplies unsigned by signed bytes and adds four
// products into 32 bits without saturation: one instruction for 64 columns.
// See matmul_f32_avx512.h for how tests run this file without AVX-512.
#pragma once

#include "device/cpu/matmul_f32_avx512.h"
#include "device/cpu/matmul_q8.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512 {

#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// N rows of x against one row of w. Groups of 32 fill half a vector.
template <int N>
SOTTO_AVX512VNNI void tile_q8(const QuantizedRows& x, int first_x, const quant::AffineView& w,
                              int r, const Output& y) {
  const int groups = x.groups();
  const auto* q = reinterpret_cast<const uint8_t*>(w.packed) +
                  static_cast<size_t>(r) * static_cast<size_t>(w.cols);
  const quant::Scales s = w.scales.from(static_cast<size_t>(r) * static_cast<size_t>(groups));
  const quant::Scales b = w.biases.from(static_cast<size_t>(r) * static_cast<size_t>(groups));
  const uint64_t mask = x.group >= 64 ? ~uint64_t{0} : (uint64_t{1} << x.group) - 1;
  const int8_t* xq[N];
  const float* xs[N];
  const float* xsum[N];
  __m512 acc[N];
  float offset[N];
  for (int i = 0; i < N; ++i) {
    xq[i] = x.q + static_cast<size_t>(first_x + i) * static_cast<size_t>(x.cols);
    xs[i] = x.scale + static_cast<size_t>(first_x + i) * static_cast<size_t>(groups);
    xsum[i] = x.sum + static_cast<size_t>(first_x + i) * static_cast<size_t>(groups);
    acc[i] = _mm512_setzero_ps();
    offset[i] = 0;
  }
  for (int g = 0; g < groups; ++g) {
    __m512i dot[N];
    for (int i = 0; i < N; ++i) dot[i] = _mm512_setzero_si512();
    for (int c = g * x.group; c < (g + 1) * x.group; c += 64) {
      const __m512i wc = _mm512_maskz_loadu_epi8(mask, q + c);
      for (int i = 0; i < N; ++i) {
        dot[i] = _mm512_dpbusd_epi32(dot[i], wc, _mm512_maskz_loadu_epi8(mask, xq[i] + c));
      }
    }
    for (int i = 0; i < N; ++i) {
      acc[i] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(dot[i]),
                               _mm512_set1_ps(s[static_cast<size_t>(g)] * xs[i][g]), acc[i]);
      offset[i] += b[static_cast<size_t>(g)] * xsum[i][g];
    }
  }
#pragma GCC unroll 4  // else the accumulators live in memory
  for (int i = 0; i < N; ++i) {
    y.put(first_x + i, r, _mm512_reduce_add_ps(acc[i]) + offset[i]);
  }
}

SOTTO_AVX512VNNI inline void matmul_q8(const QuantizedRows& x, const quant::AffineView& w,
                                       const Output& y, int begin, int end) {
  for (int r = begin; r < end; ++r) {
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) tile_q8<4>(x, i, w, r, y);
    for (; i < x.rows; ++i) tile_q8<1>(x, i, w, r, y);
  }
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
