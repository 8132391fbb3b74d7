// SDOT by element adds the products of four columns of four rows of w, and of the same columns of a
// row of x. It wants signed bytes: levels lose 128, and the sums of w give it back.
#include <cassert>

#include "device_cpu/int8_panel_tiles.h"
#include "device_cpu/put_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neondot {
namespace {

// Columns [c + 4 kLane, c + 4 kLane + 4) of each vector of x.
template <int kLane, int N>
SOTTO_NEONDOT inline __attribute__((always_inline)) void add_four_columns(const int8x16_t (&x)[N],
                                                                          const int8_t* panel,
                                                                          int32x4_t (&sums)[N][4]) {
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    const int8x16_t w = vld1q_s8(panel + 4 * Int8PanelMatrix::kRows * kLane + 16 * k);
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) sums[i][k] = vdotq_laneq_s32(sums[i][k], w, x[i], kLane);
  }
  neon::no_earlier_loads();
}

template <int N>
SOTTO_NEONDOT inline __attribute__((always_inline)) void add_dots(const uint8_t* x, size_t step,
                                                                  const int8_t* panel, int cols,
                                                                  uint8_t flip,
                                                                  int32x4_t (&sums)[N][4]) {
  const uint8x16_t flips = vdupq_n_u8(flip);
  for (int c = 0; c < cols; c += 16, panel += 16 * Int8PanelMatrix::kRows) {
    int8x16_t levels[N];
#pragma GCC unroll 4
    for (size_t i = 0; i < N; ++i) {
      levels[i] = vreinterpretq_s8_u8(veorq_u8(vld1q_u8(x + i * step + c), flips));
    }
    add_four_columns<0>(levels, panel, sums);
    add_four_columns<1>(levels, panel, sums);
    add_four_columns<2>(levels, panel, sums);
    add_four_columns<3>(levels, panel, sums);
  }
}

struct Kernel {
  static constexpr int kRows = 4;  // of x: 16 sums, two of them a cycle, four cycles of latency

  template <int N>
  SOTTO_NEONDOT static void tile(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                                 const Output& y) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    const LevelRows rows = x.from(first);
    int32x4_t sums[N][4];
#pragma GCC unroll 4
    for (auto& row : sums) {
#pragma GCC unroll 4
      for (int32x4_t& sum : row) sum = vdupq_n_s32(0);
    }
    if (rows.high != nullptr) {  // at most 15: without a sign as they are
      add_dots<N>(rows.high, x.step, panel, w.cols, 0, sums);
#pragma GCC unroll 4
      for (auto& row : sums) {
#pragma GCC unroll 4
        for (int32x4_t& sum : row) sum = vshlq_n_s32(sum, 8);
      }
    }
    add_dots<N>(rows.low, x.step, panel, w.cols, 128, sums);
    int32x4_t of_rows[N][4];  // compilers keep sums in registers if none is asked for by a variable
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) of_rows[i][k] = sums[i][k];
    }
    for (int i = 0; i < N; ++i) neon::put16<7>(y, w, first + i, rows.scale_of(i), p, of_rows[i]);
  }
};

}  // namespace

void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  assert(w.beside == columns_beside(Isa::neondot));
  tile_int8_panels<Kernel>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::neondot
#endif
