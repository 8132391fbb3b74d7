// The AVX2 kernel of matmul_f32. One accumulator for each pair of an x row and a w row, so that a
// number of y comes out the same in every tile shape. Tiles of 4 x 2 and 1 x 8 pairs keep eight
// accumulators going, which covers the latency of FMA (4 cycles, two a cycle).
#pragma once

#include "device/cpu/output.h"
#include "device/cpu/simd_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

template <int N, int R>
SOTTO_AVX2 void tile_f32(const Tensor& x, int first_x, const F32Matrix& w, int first_w,
                         const Output& y) {
  const int cols = w.cols;
  const float* xs[N];
  const float* ws[R];
  for (int i = 0; i < N; ++i) xs[i] = x.row(first_x + i).data();
  for (int r = 0; r < R; ++r) {
    ws[r] = w.data + static_cast<size_t>(first_w + r) * static_cast<size_t>(cols);
  }
  __m256 acc[N][R];
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) acc[i][r] = _mm256_setzero_ps();
  }
  int c = 0;
  for (; c + 8 <= cols; c += 8) {
    __m256 wc[R];
    for (int r = 0; r < R; ++r) wc[r] = _mm256_loadu_ps(ws[r] + c);
    for (int i = 0; i < N; ++i) {
      const __m256 xc = _mm256_loadu_ps(xs[i] + c);
      for (int r = 0; r < R; ++r) acc[i][r] = _mm256_fmadd_ps(wc[r], xc, acc[i][r]);
    }
  }
  if (c < cols) {
    const __m256i lanes = first_lanes(cols - c);
    for (int i = 0; i < N; ++i) {
      const __m256 xc = _mm256_maskload_ps(xs[i] + c, lanes);
      for (int r = 0; r < R; ++r) {
        acc[i][r] = _mm256_fmadd_ps(_mm256_maskload_ps(ws[r] + c, lanes), xc, acc[i][r]);
      }
    }
  }
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) {
      y.put(first_x + i, first_w + r, sum(acc[i][r]));
    }
  }
}

template <int N, int R>
SOTTO_AVX2 void band_f32(const Tensor& x, int first_x, const F32Matrix& w, const Output& y,
                         int begin, int end) {
  int r = begin;
  for (; r + R <= end; r += R) tile_f32<N, R>(x, first_x, w, r, y);
  for (; r < end; ++r) tile_f32<N, 1>(x, first_x, w, r, y);
}

SOTTO_AVX2 inline void matmul_f32(const Tensor& x, const F32Matrix& w, const Output& y, int begin,
                                  int end) {
  // Blocks of w rows that stay in the first cache while all rows of x pass.
  constexpr int kBlock = 16;
  const int block = x.rows > 1 ? kBlock : end - begin;
  for (int b = begin; b < end; b += block) {
    const int stop = b + block < end ? b + block : end;
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) band_f32<4, 2>(x, i, w, y, b, stop);
    for (; i < x.rows; ++i) band_f32<1, 8>(x, i, w, y, b, stop);
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
