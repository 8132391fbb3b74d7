// The AVX2 kernels for float weights of 32 and 16 bits. Two accumulators for each pair of an x row
// and a w row, so that a number of y comes out the same in every tile. One row of x reads the rows
// of w one after the other, as memory likes it best; four keep eight accumulators going, which
// covers the latency of FMA (4 cycles, two a cycle).
#pragma once

#include <type_traits>

#include "device_cpu/output.h"
#include "device_cpu/simd_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

SOTTO_AVX2 inline __m256 load_weights(const quant::F32Matrix&, const float* p) {
  return _mm256_loadu_ps(p);
}
SOTTO_AVX2 inline __m256 load_weights(const quant::F16Matrix&, const uint16_t* p) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
SOTTO_AVX2 inline __m256 load_weights(const quant::Bf16Matrix&, const uint16_t* p) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}

template <int N, class Matrix>
SOTTO_AVX2 void float_rows(const Activations& x, int first_x, const Matrix& w, const Output& y,
                           int begin, int end) {
  constexpr size_t kAhead = 4096;  // bytes, see unpack_256.h
  const auto cols = static_cast<size_t>(w.cols);
  const float* xs = x.row(first_x).data();
  for (int r = begin; r < end; ++r) {
    const auto* row = w.data + static_cast<size_t>(r) * cols;
    __m256 acc[N][2];
    for (int i = 0; i < N; ++i) acc[i][0] = acc[i][1] = _mm256_setzero_ps();
    size_t c = 0;
    for (; c + 16 <= cols; c += 16) {
      if constexpr (N == 1) {
        _mm_prefetch(reinterpret_cast<const char*>(row + c) + kAhead, _MM_HINT_T0);
      }
      const __m256 w0 = load_weights(w, row + c), w1 = load_weights(w, row + c + 8);
      for (int i = 0; i < N; ++i) {
        const float* xi = xs + static_cast<size_t>(i) * cols + c;
        acc[i][0] = _mm256_fmadd_ps(w0, _mm256_loadu_ps(xi), acc[i][0]);
        acc[i][1] = _mm256_fmadd_ps(w1, _mm256_loadu_ps(xi + 8), acc[i][1]);
      }
    }
    for (int half = 0; c < cols; c += 8, half = 1) {
      const auto left = static_cast<int>(cols - c < 8 ? cols - c : 8);
      std::remove_cvref_t<decltype(*row)> rest[8] = {};
      __builtin_memcpy(rest, row + c, static_cast<size_t>(left) * sizeof *rest);
      const __m256 wc = load_weights(w, rest);
      for (int i = 0; i < N; ++i) {
        const __m256 xc = load_first(xs + static_cast<size_t>(i) * cols + c, left);
        acc[i][half] = _mm256_fmadd_ps(wc, xc, acc[i][half]);
      }
    }
    for (int i = 0; i < N; ++i) y.put(first_x + i, r, sum(_mm256_add_ps(acc[i][0], acc[i][1])));
  }
}

template <class Matrix>
SOTTO_AVX2 void matmul_float(const Activations& x, const Matrix& w, const Output& y, int begin,
                             int end) {
  // Blocks of w rows that stay in the first cache while all rows of x pass.
  const int block = x.rows > 1 ? 8 : end - begin;
  for (int b = begin; b < end; b += block) {
    const int stop = end - b < block ? end : b + block;
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) float_rows<4>(x, i, w, y, b, stop);
    for (; i < x.rows; ++i) float_rows<1>(x, i, w, y, b, stop);
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
