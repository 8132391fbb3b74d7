#include <cassert>

#include "device_cpu/amx_tiles.h"
#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx512.h"

#ifdef SOTTO_X86
// Tiles of 16 rows of x, read where they lie (rows may overlap), by 16 rows of w, which is a block
// of a panel as it lies.
namespace sotto::device::cpu::amx {
namespace {

constexpr int kRows = Int8PanelMatrix::kRows, kCols = Int8PanelMatrix::kCols;

struct alignas(64) Sums {
  int32_t of[2][2][kRows][kRows];  // tile of x, panel, row of x, row of w
};

// Dots of kX tiles of rows of bytes and kW panels. Tiles 0 to 3 are sums, of tile `k / 2` of x and
// panel `k % 2`; 4 and 5 are x's, 6 and 7 w's.
template <int kX, int kW>
SOTTO_AMX void multiply(const uint8_t* x, size_t step, const int8_t* panel, const int8_t* other,
                        int cols, Sums& sums) {
  Tiles::zero<0>();
  Tiles::zero<1>();
  Tiles::zero<2>();
  Tiles::zero<3>();
  for (int c = 0; c < cols; c += kCols) {
    Tiles::load<4>(x + c, step);
    Tiles::load<6>(panel + c * kRows, kCols);
    Tiles::dot_unsigned<0, 4, 6>();
    if constexpr (kW == 2) {
      Tiles::load<7>(other + c * kRows, kCols);
      Tiles::dot_unsigned<1, 4, 7>();
    }
    if constexpr (kX == 2) {
      Tiles::load<5>(x + kRows * step + c, step);
      Tiles::dot_unsigned<2, 5, 6>();
      if constexpr (kW == 2) Tiles::dot_unsigned<3, 5, 7>();
    }
  }
  Tiles::store<0>(sums.of[0][0], kCols);
  Tiles::store<1>(sums.of[0][1], kCols);
  Tiles::store<2>(sums.of[1][0], kCols);
  Tiles::store<3>(sums.of[1][1], kCols);
}

template <int kX, int kW>
SOTTO_AMX void fill_tiles(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                          const Output& y) {
  const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
  const int8_t* other = panel + (kW == 2 ? panel_size(w) : 0);
  const LevelRows rows = x.from(first);
  Sums low, high;
  multiply<kX, kW>(rows.low, x.step, panel, other, w.cols, low);
  if (rows.high != nullptr) multiply<kX, kW>(rows.high, x.step, panel, other, w.cols, high);
  for (int t = 0; t < kX; ++t) {
    for (int k = 0; k < kW; ++k) {
      const int valid = rows_in_panel(w, p + k);
      for (int i = 0; i < kRows; ++i) {
        __m512i sum = _mm512_load_si512(low.of[t][k][i]);
        if (rows.high != nullptr) {
          const __m512i more = _mm512_load_si512(high.of[t][k][i]);
          sum = _mm512_add_epi32(sum, _mm512_slli_epi32(more, 8));
        }
        put16(y, w, first + t * kRows + i, rows.scale_of(t * kRows + i), (p + k) * kRows, valid,
              sum);
      }
    }
  }
}

template <int kX>
SOTTO_AMX void multiply_panels(const LevelRows& x, int first, const Int8PanelMatrix& w,
                               const Output& y, Int8PanelRange panels) {
  int p = panels.begin;
  for (; p + 2 <= panels.end; p += 2) fill_tiles<kX, 2>(x, first, w, p, y);
  if (p < panels.end) fill_tiles<kX, 1>(x, first, w, p, y);
}

}  // namespace

SOTTO_AMX void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y,
                                  int begin, int end) {
  assert(w.beside == columns_beside(Isa::amx));
  int i = 0;
  if (x.rows >= kRows) {
    Tiles::begin(kCols);
    for (; i + 2 * kRows <= x.rows; i += 2 * kRows) multiply_panels<2>(x, i, w, y, {begin, end});
    if (i + kRows <= x.rows) {
      multiply_panels<1>(x, i, w, y, {begin, end});
      i += kRows;
    }
    Tiles::end();
  }
  if (i == x.rows) return;
  Output rest = y;
  rest.y = {y.y.row(i).data(), x.rows - i, y.y.cols};
  avx512vnni::matmul_int8_panels(x.from(i), w, rest, begin, end);
}

}  // namespace sotto::device::cpu::amx
#endif
