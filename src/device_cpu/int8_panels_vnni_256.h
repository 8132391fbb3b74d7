// int8 panels by VNNI in vectors of 256 bits: levels, unsigned, times weights, signed, four of each to
// a lane of 32 bits. Instruction is vpdpbusd: add(sum, u, s) of bytes_256.h.
#pragma once

#include "device_cpu/int8_panel_tiles.h"
#include "device_cpu/lanes_256.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

template <class Instruction>
struct Int8PanelsVnni {
  static constexpr int kRows = 6;  // of x: twice as many sums as the instruction's latency asks for

  template <int N>
  SOTTO_AVX2 static void tile(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                              const Output& y) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    const LevelRows rows = x.from(first);
    __m256i sums[N][2];
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
    if (rows.high != nullptr) {
      add_dots<N>(rows.high, x.step, panel, w.cols, sums);
#pragma GCC unroll 6
      for (int i = 0; i < N; ++i) {
#pragma GCC unroll 2
        for (int k = 0; k < 2; ++k) sums[i][k] = _mm256_slli_epi32(sums[i][k], 8);
      }
    }
    add_dots<N>(rows.low, x.step, panel, w.cols, sums);
    const int valid = rows_in_panel(w, p), at = p * Int8PanelMatrix::kRows;
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) {
      put8(y, w, first + i, rows.scale_of(i), at, valid, sums[i][0]);
      put8(y, w, first + i, rows.scale_of(i), at + 8, valid - 8, sums[i][1]);
    }
  }

 private:
  template <int N>
  SOTTO_AVX2 inline __attribute__((always_inline)) static void add_dots(
      const uint8_t* x, size_t step, const int8_t* panel, int cols, __m256i (&sums)[N][2]) {
    for (int c = 0; c < cols; c += 4, panel += 4 * Int8PanelMatrix::kRows) {
      const auto* from = reinterpret_cast<const __m256i*>(panel);
      const __m256i w[2] = {_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)};
#pragma GCC unroll 6
      for (int i = 0; i < N; ++i) {
        const __m256i xi = broadcast_four_bytes(x + static_cast<size_t>(i) * step + c);
#pragma GCC unroll 2
        for (int k = 0; k < 2; ++k) Instruction::add(sums[i][k], xi, w[k]);
      }
    }
  }
};

}  // namespace sotto::device::cpu::avx2
#endif
