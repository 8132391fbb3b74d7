// The AVX-512 kernel of matmul_f32: as the AVX2 one, with lanes twice as wide and masked tails.
// Tests compile this file a second time on a processor without AVX-512, through an emulation that
// defines the intrinsics; then SOTTO_AVX512 is empty and <immintrin.h> is not included.
#pragma once

#include <cstdint>

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

template <int N, int R>
SOTTO_AVX512 void tile_f32(const Activations& x, int first_x, const quant::F32Matrix& w,
                           int first_w, const Output& y) {
  const int cols = w.cols;
  const float* xs[N];
  const float* ws[R];
  for (int i = 0; i < N; ++i) xs[i] = x.row(first_x + i).data();
  for (int r = 0; r < R; ++r) {
    ws[r] = w.data + static_cast<size_t>(first_w + r) * static_cast<size_t>(cols);
  }
  __m512 acc[N][R];
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) acc[i][r] = _mm512_setzero_ps();
  }
  for (int c = 0; c < cols; c += 16) {
    const int left = cols - c;
    const auto mask = static_cast<uint16_t>(left >= 16 ? 0xffff : (1u << left) - 1);
    __m512 wc[R];
    for (int r = 0; r < R; ++r) wc[r] = _mm512_maskz_loadu_ps(mask, ws[r] + c);
    for (int i = 0; i < N; ++i) {
      const __m512 xc = _mm512_maskz_loadu_ps(mask, xs[i] + c);
      for (int r = 0; r < R; ++r) acc[i][r] = _mm512_fmadd_ps(wc[r], xc, acc[i][r]);
    }
  }
#pragma GCC unroll 4  // else the accumulators live in memory
  for (int i = 0; i < N; ++i) {
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      y.put(first_x + i, first_w + r, _mm512_reduce_add_ps(acc[i][r]));
    }
  }
}

template <int N, int R>
SOTTO_AVX512 void band_f32(const Activations& x, int first_x, const quant::F32Matrix& w,
                           const Output& y, int begin, int end) {
  int r = begin;
  for (; r + R <= end; r += R) tile_f32<N, R>(x, first_x, w, r, y);
  for (; r < end; ++r) tile_f32<N, 1>(x, first_x, w, r, y);
}

SOTTO_AVX512 inline void matmul_f32(const Activations& x, const quant::F32Matrix& w,
                                    const Output& y, int begin, int end) {
  constexpr int kBlock = 16;  // w rows that stay in the first cache while all rows of x pass
  const int block = x.rows > 1 ? kBlock : end - begin;
  for (int b = begin; b < end; b += block) {
    const int stop = b + block < end ? b + block : end;
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) band_f32<4, 2>(x, i, w, y, b, stop);
    for (; i < x.rows; ++i) band_f32<1, 8>(x, i, w, y, b, stop);
  }
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
