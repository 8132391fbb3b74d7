// The NEON kernel of matmul_panels.h. Four columns of each of some rows of x lie in a vector, by
// whose lanes FMA multiplies: 16 numbers of W are loaded once for all of those rows.
#pragma once

#include "device_cpu/matmul_panels.h"
#include "device_cpu/output_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

inline constexpr int kPanelTile = 5;  // rows of x: 20 sums, 5 and 4 operands of 32 registers

inline void load_panel(const float* p, float32x4_t (&w)[4]) {
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) w[k] = vld1q_f32(p + 4 * k);
}
inline void load_panel(const uint16_t* p, float32x4_t (&w)[4]) {
#pragma GCC unroll 2
  for (int k = 0; k < 2; ++k) {
    const uint16x8_t halves = vld1q_u16(p + 8 * k);
    w[2 * k] = vreinterpretq_f32_u32(vshll_n_u16(vget_low_u16(halves), 16));
    w[2 * k + 1] = vreinterpretq_f32_u32(vshll_high_n_u16(halves, 16));
  }
}
inline void load_panel(const int8_t* p, float32x4_t (&w)[4]) {
  const int8x16_t bytes = vld1q_s8(p);
  const int16x8_t words[] = {vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)};
#pragma GCC unroll 2
  for (int k = 0; k < 2; ++k) {
    w[2 * k] = vcvtq_f32_s32(vmovl_s16(vget_low_s16(words[k])));
    w[2 * k + 1] = vcvtq_f32_s32(vmovl_high_s16(words[k]));
  }
}

template <int kLane, int N, class T>
inline __attribute__((always_inline)) void add_column(const float32x4_t (&x)[N], const T* panel,
                                                      float32x4_t (&sums)[N][4]) {
  float32x4_t w[4];
  load_panel(panel, w);
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) sums[i][k] = vfmaq_laneq_f32(sums[i][k], w[k], x[i], kLane);
  }
  no_earlier_loads();
}

// The 16 numbers of a column of W lie together, `step` from those of the next.
template <int N, class T>
void panel_tile(const Windows& x, int first_x, const T* panel, size_t step, const Output& y,
                int first_w, int valid) {
  const float* rows[N];
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) rows[i] = x.row(first_x + i);
  float32x4_t sums[N][4];
#pragma GCC unroll 6
  for (auto& row : sums) {
#pragma GCC unroll 4
    for (float32x4_t& sum : row) sum = vdupq_n_f32(0);
  }
  float32x4_t own[N];
  int c = 0;
  for (; c + 4 <= x.cols; c += 4, panel += 4 * step) {
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) own[i] = vld1q_f32(rows[i] + c);
    add_column<0>(own, panel, sums);
    add_column<1>(own, panel + step, sums);
    add_column<2>(own, panel + 2 * step, sums);
    add_column<3>(own, panel + 3 * step, sums);
  }
  for (; c < x.cols; ++c, panel += step) {
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) own[i] = vdupq_n_f32(rows[i][c]);
    add_column<0>(own, panel, sums);
  }
  float32x4_t of_rows[N][4];  // compilers keep sums in registers if none is asked for by a variable
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) of_rows[i][k] = sums[i][k];
  }
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 4; ++k) put4(y, first_x + i, first_w + 4 * k, valid - 4 * k, of_rows[i][k]);
  }
}

// All rows of x times 16 rows of W, of which `valid` are wanted, from the first on.
template <class T>
void panel_rows(const Windows& x, const T* panel, size_t step, const Output& y, int first,
                int valid) {
  static_assert(kPanelTile == 5);
  int i = 0;
  for (; i + 5 <= x.rows; i += 5) panel_tile<5>(x, i, panel, step, y, first, valid);
  switch (x.rows - i) {
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

template <class T>
void multiply_panels(const Windows& x, const T* numbers, const PanelMatrix& w, const Output& y,
                     PanelRange panels) {
  constexpr int kRows = PanelMatrix::kRows;
  for (int p = panels.begin; p < panels.end; ++p) {
    const int first = p * kRows;
    const T* panel = numbers + static_cast<size_t>(first) * static_cast<size_t>(w.cols);
    panel_rows(x, panel, kRows, y, first, w.rows - first < kRows ? w.rows - first : kRows);
  }
}

}  // namespace sotto::device::cpu::neon
#endif
