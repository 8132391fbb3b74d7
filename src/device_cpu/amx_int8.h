// int8 rows: sums of whole rows are exact integers and are scaled as everywhere else, so that the
// bits are those of every other int8 kernel whatever x.rows is.
#pragma once

#include "device_cpu/amx_tiles.h"
#include "device_cpu/matmul_int.h"
#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::amx {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// One row is left to VNNI: reading w decides.
inline constexpr int kFewestRows = 2;

// The tiles: 0 to 3 are sums, of tile `k / 2` of w and `k % 2` of x; 4 and 5 are w's, 6 and 7 x's.
template <class Tiles, int kX, int kW>
SOTTO_AMX inline __attribute__((always_inline)) void add_step(const int8_t* w, size_t stride,
                                                              const Panel& x, int step) {
  Tiles::template load<4>(w, stride);
  Tiles::template load<6>(x.at(0, step), kTileCols);
  Tiles::template dot_signed<0, 4, 6>();
  if constexpr (kX == 2) {
    Tiles::template load<7>(x.at(1, step), kTileCols);
    Tiles::template dot_signed<1, 4, 7>();
  }
  if constexpr (kW == 2) {
    Tiles::template load<5>(w + kTileRows * stride, stride);
    Tiles::template dot_signed<2, 5, 6>();
    if constexpr (kX == 2) Tiles::template dot_signed<3, 5, 7>();
  }
}

// Sums of all columns of kX tiles of x and the kW tiles of rows of w from `row` on, to `dots`.
template <class Tiles, int kX, int kW>
SOTTO_AMX void multiply(const Panel& x, const quant::Sym8View& w, int row, int32_t* dots) {
  const auto cols = static_cast<size_t>(w.cols);
  const int8_t* q = w.q + static_cast<size_t>(row) * cols;
  Tiles::template zero<0>();
  Tiles::template zero<1>();
  Tiles::template zero<2>();
  Tiles::template zero<3>();
  const int whole = w.cols / kTileCols;
  for (int s = 0; s < whole; ++s) {
    prefetch<kW * kTileBytes>(q + kW * (kTileRows * cols + static_cast<size_t>(s) * kTileBytes));
    add_step<Tiles, kX, kW>(q + s * kTileCols, cols, x, s);
  }
  if (whole < x.steps) {
    alignas(64) int8_t rest[2 * kTileBytes] = {};  // where x has zeros
    for (size_t r = 0; r < kW * kTileRows; ++r) {
      const size_t at = static_cast<size_t>(whole) * kTileCols;
      __builtin_memcpy(rest + r * kTileCols, q + r * cols + at, cols - at);
    }
    publish(rest);
    add_step<Tiles, kX, kW>(rest, kTileCols, x, whole);
  }
  constexpr int kWords = kTileRows * kTileRows;
  Tiles::template store<0>(dots, kTileCols);
  Tiles::template store<1>(dots + kWords, kTileCols);
  Tiles::template store<2>(dots + 2 * kWords, kTileCols);
  Tiles::template store<3>(dots + 3 * kWords, kTileCols);
}

// dots[r][i] are those of w's row row + r and x's row first + i.
SOTTO_AMX inline void put_dots(const QuantizedRows& x, int first, int count,
                               const quant::Sym8View& w, int row,
                               const int32_t (&dots)[kTileRows][kTileRows], const Output& y) {
  __m512 v[kTileRows];
  for (int r = 0; r < kTileRows; ++r) v[r] = _mm512_loadu_ps(dots[r]);
  transpose(v);
  const __m512 scales = _mm512_loadu_ps(w.scales + row);
  for (int i = 0; i < count; ++i) {
    const __m512 scale = _mm512_mul_ps(scales, _mm512_set1_ps(*x.from(first + i, 1).scale));
    const __m512 dot = _mm512_cvtepi32_ps(_mm512_castps_si512(v[i]));
    put16(y, first + i, row, kTileRows, _mm512_mul_ps(scale, dot));
  }
}

// Rows [begin, end) of w, which fill tiles, and `count` rows of x from `first` on.
template <class Tiles>
SOTTO_AMX void fill_tiles(const QuantizedRows& x, int first, int count, const quant::Sym8View& w,
                          const Output& y, int begin, int end) {
  const Panel panel(x, first, count);
  alignas(64) int32_t dots[4][kTileRows][kTileRows];
  for (int row = begin; row < end; row += 2 * kTileRows) {
    const int rows = end - row < 2 * kTileRows ? kTileRows : 2 * kTileRows;
    if (panel.tiles == 2) {
      rows > kTileRows ? multiply<Tiles, 2, 2>(panel, w, row, dots[0][0])
                       : multiply<Tiles, 2, 1>(panel, w, row, dots[0][0]);
    } else {
      rows > kTileRows ? multiply<Tiles, 1, 2>(panel, w, row, dots[0][0])
                       : multiply<Tiles, 1, 1>(panel, w, row, dots[0][0]);
    }
    for (int i = 0; i < count; i += kTileRows) {
      for (int r = 0; r < rows; r += kTileRows) {
        put_dots(x, first + i, std::min(kTileRows, count - i), w, row + r,
                 dots[r / kTileRows * 2 + i / kTileRows], y);
      }
    }
  }
}

// `rest` is for what fills no tiles.
template <class Tiles>
SOTTO_AMX void int8(MatmulSym8 rest, const QuantizedRows& x, const quant::Sym8View& w,
                    const Output& y, int begin, int end) {
  const int most = Panel::tiles_that_fit(x) * kTileRows;
  const int stop = begin + (end - begin) / kTileRows * kTileRows;
  if (x.rows < kFewestRows || most == 0 || stop == begin) return rest(x, w, y, begin, end);
  Tiles::begin(kTileCols);
  for (int first = 0; first < x.rows; first += most) {
    fill_tiles<Tiles>(x, first, std::min(most, x.rows - first), w, y, begin, stop);
  }
  Tiles::end();
  if (stop < end) rest(x, w, y, stop, end);
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::amx
#endif
