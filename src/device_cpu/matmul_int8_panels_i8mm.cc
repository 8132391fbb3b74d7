// USMMLA multiplies eight columns of two rows of x, unsigned, with those of two rows of w, signed:
// twice the products of a dot product. Panels have the eight columns of a row beside each other;
// rows of x become pairs as they are loaded.
#include <cassert>

#include "device_cpu/int8_panel_tiles.h"
#include "device_cpu/put_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::i8mm {
namespace {

constexpr int kPairs = Int8PanelMatrix::kRows / 2;  // of rows of w
constexpr int pairs(int n) { return (n + 1) / 2; }

// Eight columns of a row of x, then of the next.
inline uint8x16_t pair_at(const uint8_t* x, size_t step) {
  return vcombine_u8(vld1_u8(x), vld1_u8(x + step));
}

// Sums are by pairs of x, then of w: x 0 w 0, x 0 w 1, x 1 w 0, x 1 w 1. Eight columns at a time:
// with more, compilers want more than 32 registers for six rows of x.
template <int N>
SOTTO_I8MM inline __attribute__((always_inline)) void add_dots(
    const uint8_t* x, size_t step, const int8_t* panel, int cols,
    int32x4_t (&sums)[pairs(N)][kPairs]) {
  constexpr int kOfX = pairs(N);
  for (int c = 0; c < cols; c += 8, panel += 8 * Int8PanelMatrix::kRows) {
    uint8x16_t levels[kOfX];
#pragma GCC unroll 3
    for (size_t p = 0; p < kOfX; ++p)
      levels[p] = pair_at(x + 2 * p * step + c, 2 * p + 1 < N ? step : 0);
#pragma GCC unroll 4
    for (int k = 0; k < kPairs; k += 2) {
      const int8x16_t w[] = {vld1q_s8(panel + 16 * k), vld1q_s8(panel + 16 * k + 16)};
#pragma GCC unroll 3
      for (int p = 0; p < kOfX; ++p) {
        sums[p][k] = vusmmlaq_s32(sums[p][k], levels[p], w[0]);
        sums[p][k + 1] = vusmmlaq_s32(sums[p][k + 1], levels[p], w[1]);
      }
      neon::no_earlier_loads();
    }
  }
}

inline int32x4_t firsts(int32x4_t a, int32x4_t b) {
  return vreinterpretq_s32_s64(vzip1q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}
inline int32x4_t seconds(int32x4_t a, int32x4_t b) {
  return vreinterpretq_s32_s64(vzip2q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}

struct Kernel {
  static constexpr int kRows = 6;  // of x: 24 sums

  template <int N>
  SOTTO_I8MM static void tile(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                              const Output& y) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    const LevelRows rows = x.from(first);
    constexpr int kOfX = pairs(N);
    int32x4_t sums[kOfX][kPairs];
#pragma GCC unroll 3
    for (auto& row : sums) {
#pragma GCC unroll 8
      for (int32x4_t& sum : row) sum = vdupq_n_s32(0);
    }
    if (rows.high != nullptr) {
      add_dots<N>(rows.high, x.step, panel, w.cols, sums);
#pragma GCC unroll 3
      for (auto& row : sums) {
#pragma GCC unroll 8
        for (int32x4_t& sum : row) sum = vshlq_n_s32(sum, 8);
      }
    }
    add_dots<N>(rows.low, x.step, panel, w.cols, sums);
    int32x4_t of_rows[2 * kOfX][4];
#pragma GCC unroll 3
    for (int i = 0; i < kOfX; ++i) {
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) {
        of_rows[2 * i][k] = firsts(sums[i][2 * k], sums[i][2 * k + 1]);
        of_rows[2 * i + 1][k] = seconds(sums[i][2 * k], sums[i][2 * k + 1]);
      }
    }
    for (int i = 0; i < N; ++i) neon::put16<0>(y, w, first + i, rows.scale_of(i), p, of_rows[i]);
  }
};

}  // namespace

void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  assert(w.beside == columns_beside(Isa::i8mm));
  tile_int8_panels<Kernel>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::i8mm
#endif
