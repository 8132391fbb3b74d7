// The AVX2 kernel of matmul_panels.h. Six rows of x times a panel are 12 accumulators, which with
// two vectors of W and one number of x fill the 16 registers: 12 FMAs, at most two a cycle, need 8
// loads, of which a core makes two a cycle, too.
#pragma once

#include <algorithm>

#include "device_cpu/matmul_panels.h"
#include "device_cpu/output_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

SOTTO_AVX2 inline __m256 load_panel(const float* p) { return _mm256_loadu_ps(p); }
SOTTO_AVX2 inline __m256 load_panel(const uint16_t* p) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}

SOTTO_AVX2 inline __m256 load_panel(const int8_t* p) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
}

// Whether products are y as they are.
inline bool is_plain(const Output& y) {
  return y.scales == nullptr && y.bias == nullptr && y.epilogue == Epilogue::none;
}

// The 16 numbers of a column of W lie together, `step` from those of the next. With kFetch what
// comes `ahead` of each is called for meanwhile.
template <int N, bool kFetch = false, class T>
SOTTO_AVX2 inline void panel_tile(const Windows& x, int first_x, const T* panel, size_t step,
                                  const Output& y, int first_w, int valid, size_t ahead = 0) {
  const float* xs[N];
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) xs[i] = x.row(first_x + i);
  __m256 acc[N][2];
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) acc[i][0] = acc[i][1] = _mm256_setzero_ps();
  for (int c = 0; c < x.cols; ++c, panel += step) {
    if constexpr (kFetch) {
      _mm_prefetch(reinterpret_cast<const char*>(panel + ahead), _MM_HINT_T1);
    }
    const __m256 w0 = load_panel(panel);
    const __m256 w1 = load_panel(panel + 8);
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) {
      const __m256 xc = _mm256_broadcast_ss(xs[i] + c);
      acc[i][0] = _mm256_fmadd_ps(xc, w0, acc[i][0]);
      acc[i][1] = _mm256_fmadd_ps(xc, w1, acc[i][1]);
    }
  }
  if (valid >= 16 && is_plain(y)) {
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) {
      float* to = y.y.row(first_x + i).data() + first_w;
      _mm256_storeu_ps(to, acc[i][0]);
      _mm256_storeu_ps(to + 8, acc[i][1]);
    }
    return;
  }
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) {
    put8(y, first_x + i, first_w, std::min(valid, 8), acc[i][0]);
    put8(y, first_x + i, first_w + 8, valid - 8, acc[i][1]);
  }
}

// All rows of x times 16 rows of W, of which `valid` are wanted, from the first on. The first tile
// brings the panel into a cache, at the speed of memory; while the second one computes, memory has
// time for the next panel, which lies `ahead` (0: there is none).
template <class T>
SOTTO_AVX2 void panel_rows(const Windows& x, const T* panel, size_t step, const Output& y,
                           int first, int valid, size_t ahead = 0) {
  int i = 0;
  if (ahead != 0 && x.rows >= 12) {
    panel_tile<6>(x, 0, panel, step, y, first, valid);
    panel_tile<6, true>(x, 6, panel, step, y, first, valid, ahead);
    i = 12;
  }
  for (; i + 6 <= x.rows; i += 6) panel_tile<6>(x, i, panel, step, y, first, valid);
  switch (x.rows - i) {
    case 5:
      return panel_tile<5>(x, i, panel, step, y, first, valid);
    case 4:
      return panel_tile<4>(x, i, panel, step, y, first, valid);
    case 3:
      return panel_tile<3>(x, i, panel, step, y, first, valid);
    case 2:
      return panel_tile<2>(x, i, panel, step, y, first, valid);
    case 1:
      return panel_tile<1>(x, i, panel, step, y, first, valid);
    default:
      return;
  }
}

// One row of x times four panels: the two sums of one panel alone would wait for each other's FMAs.
template <class T>
SOTTO_AVX2 void four_panels(const Windows& x, const T* panels, size_t apart, const Output& y,
                            int first) {
  constexpr int kPanels = 4, kRows = PanelMatrix::kRows;
  __m256 acc[kPanels][2];
#pragma GCC unroll 4
  for (auto& sums : acc) sums[0] = sums[1] = _mm256_setzero_ps();
  for (int c = 0; c < x.cols; ++c, panels += kRows) {
    const __m256 xc = _mm256_broadcast_ss(x.data + c);
#pragma GCC unroll 4
    for (int p = 0; p < kPanels; ++p) {
      const T* w = panels + static_cast<size_t>(p) * apart;
      acc[p][0] = _mm256_fmadd_ps(xc, load_panel(w), acc[p][0]);
      acc[p][1] = _mm256_fmadd_ps(xc, load_panel(w + 8), acc[p][1]);
    }
  }
#pragma GCC unroll 4
  for (int p = 0; p < kPanels; ++p) {
    put8(y, 0, first + p * kRows, 8, acc[p][0]);
    put8(y, 0, first + p * kRows + 8, 8, acc[p][1]);
  }
}

template <class T>
SOTTO_AVX2 void multiply_panels(const Windows& x, const T* numbers, const PanelMatrix& w,
                                const Output& y, PanelRange panels) {
  constexpr int kRows = PanelMatrix::kRows;
  const size_t apart = static_cast<size_t>(kRows) * static_cast<size_t>(w.cols);
  if (x.rows == 1) {
    for (; panels.begin + 4 <= w.rows / kRows && panels.begin + 4 <= panels.end; panels.begin += 4)
      four_panels(x, numbers + static_cast<size_t>(panels.begin) * apart, apart, y,
                  panels.begin * kRows);
  }
  for (int p = panels.begin; p < panels.end; ++p) {
    const int first = p * kRows;
    const T* panel = numbers + static_cast<size_t>(first) * static_cast<size_t>(w.cols);
    panel_rows(x, panel, kRows, y, first, w.rows - first < kRows ? w.rows - first : kRows,
               p + 1 < panels.end ? static_cast<size_t>(w.cols) * kRows : 0);
  }
}

SOTTO_AVX2 inline void matmul_panels(const Windows& x, const PanelMatrix& w, const Output& y,
                                     int begin, int end) {
  if (w.f32 != nullptr) return multiply_panels(x, w.f32, w, y, {begin, end});
  if (w.int8 != nullptr) return multiply_panels(x, w.int8, w, scaled(y, w), {begin, end});
  multiply_panels(x, w.bf16, w, y, {begin, end});
}

}  // namespace sotto::device::cpu::avx2
#endif
