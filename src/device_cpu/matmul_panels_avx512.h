// The AVX-512 kernel of matmul_panels.h: a panel is one vector wide, so that 12 rows of x keep as
// many accumulators going as the AVX2 kernel has, and each number of x is loaded by the FMA itself.
// Tests compile this file a second time, as they do matmul_f32_avx512.h.
#pragma once

#include <algorithm>

#include "device_cpu/matmul_panels.h"
#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512 {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

SOTTO_AVX512 inline __m512 load_panel(const float* p) { return _mm512_loadu_ps(p); }
SOTTO_AVX512 inline __m512 load_panel(const uint16_t* p) {
  const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}

SOTTO_AVX512 inline __m512 load_panel(const int8_t* p) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes));
}

// Rows of x times 16 rows of W, of which column c begins at panel + c * step.
template <int N, class T>
SOTTO_AVX512 inline void panel_tile(const Windows& x, int first_x, const T* panel, size_t step,
                                    const Output& y, int first_w, int valid) {
  const float* xs[N];
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) xs[i] = x.row(first_x + i);
  __m512 acc[N];
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) acc[i] = _mm512_setzero_ps();
  for (int c = 0; c < x.cols; ++c) {
    const __m512 wc = load_panel(panel + static_cast<size_t>(c) * step);
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) {
      acc[i] = _mm512_fmadd_ps(_mm512_set1_ps(xs[i][c]), wc, acc[i]);
    }
  }
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) put16(y, first_x + i, first_w, valid, acc[i]);
}

// All rows of x times 16 rows of W, of which `valid` are wanted, from the first on.
template <class T>
SOTTO_AVX512 void panel_rows(const Windows& x, const T* panel, size_t step, const Output& y,
                             int first, int valid) {
  int i = 0;
  for (; i + 12 <= x.rows; i += 12) panel_tile<12>(x, i, panel, step, y, first, valid);
  for (; i + 4 <= x.rows; i += 4) panel_tile<4>(x, i, panel, step, y, first, valid);
  for (; i < x.rows; ++i) panel_tile<1>(x, i, panel, step, y, first, valid);
}

// Rows of x that meet all panels before the next ones do: they stay in the second cache, while a
// panel is read once for all of them.
template <class T>
SOTTO_AVX512 void multiply_panels(const Windows& x, const T* numbers, const PanelMatrix& w,
                                  const Output& y, PanelRange panels) {
  constexpr int kRows = PanelMatrix::kRows, kNumbers = 1 << 16, kTile = 12;
  const int most = std::max(4, kNumbers / (kTile * std::max(1, static_cast<int>(x.step)))) * kTile;
  for (int i = 0; i < x.rows; i += most) {
    const Windows part{x.row(i), std::min(most, x.rows - i), x.cols, x.step};
    Output to = y;
    to.y = {y.y.data + static_cast<size_t>(i) * static_cast<size_t>(y.y.cols), part.rows, y.y.cols};
    for (int p = panels.begin; p < panels.end; ++p) {
      const int first = p * kRows;
      const int valid = w.rows - first < kRows ? w.rows - first : kRows;
      panel_rows(part, numbers + static_cast<size_t>(first) * static_cast<size_t>(w.cols), kRows,
                 to, first, valid);
    }
  }
}

SOTTO_AVX512 inline void matmul_panels(const Windows& x, const PanelMatrix& w, const Output& y,
                                       int begin, int end) {
  if (w.f32 != nullptr) return multiply_panels(x, w.f32, w, y, {begin, end});
  if (w.int8 != nullptr) return multiply_panels(x, w.int8, w, scaled(y, w), {begin, end});
  multiply_panels(x, w.bf16, w, y, {begin, end});
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
