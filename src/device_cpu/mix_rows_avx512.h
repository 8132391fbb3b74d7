// The AVX-512 kernel of mix_rows.h: four rows of y at once, two vectors of each, so that six loads
// serve eight FMAs. Tests compile this file a second time, as they do matmul_f32_avx512.h.
#pragma once

#include <cstddef>
#include <span>

#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512 {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// V vectors of N rows of y, from column c on; the last vector has these lanes.
template <int N, int V>
SOTTO_AVX512 inline void mix_tile(const float* a, std::span<const float* const> x, float* const* y,
                                  int c, __mmask16 lanes) {
  __m512 sum[N][V];
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v < V; ++v) sum[i][v] = _mm512_setzero_ps();
  }
  for (size_t j = 0; j < x.size(); ++j) {
    __m512 numbers[V];
#pragma GCC unroll 2
    for (int v = 0; v + 1 < V; ++v) numbers[v] = _mm512_loadu_ps(x[j] + c + 16 * v);
    numbers[V - 1] = _mm512_maskz_loadu_ps(lanes, x[j] + c + 16 * (V - 1));
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      const __m512 f = _mm512_set1_ps(a[static_cast<size_t>(i) * x.size() + j]);
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) sum[i][v] = _mm512_fmadd_ps(f, numbers[v], sum[i][v]);
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v + 1 < V; ++v) _mm512_storeu_ps(y[i] + c + 16 * v, sum[i][v]);
    // AMD's masked stores are slow.
    float* last = y[i] + c + 16 * (V - 1);
    if (lanes == 0xffff) {
      _mm512_storeu_ps(last, sum[i][V - 1]);
    } else {
      _mm512_mask_storeu_ps(last, lanes, sum[i][V - 1]);
    }
  }
}

template <int V>
SOTTO_AVX512 inline void mix_columns(std::span<const float> a, std::span<const float* const> x,
                                     std::span<float* const> y, int c, __mmask16 lanes) {
  size_t i = 0;
  for (; i + 4 <= y.size(); i += 4)
    mix_tile<4, V>(a.data() + i * x.size(), x, y.data() + i, c, lanes);
  for (; i < y.size(); ++i) mix_tile<1, V>(a.data() + i * x.size(), x, y.data() + i, c, lanes);
}

SOTTO_AVX512 inline void mix_rows(std::span<const float> a, std::span<const float* const> x,
                                  std::span<float* const> y, int n) {
  int c = 0;
  for (; c + 32 <= n; c += 32) mix_columns<2>(a, x, y, c, first_lanes(16));
  for (; c < n; c += 16) mix_columns<1>(a, x, y, c, first_lanes(n - c < 16 ? n - c : 16));
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
