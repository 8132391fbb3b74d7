// Groups in tiles, each of which gives whole dots, one for each pair of rows.
#pragma once

#include "device_cpu/affine_512.h"
#include "device_cpu/amx_tiles.h"
#include "device_cpu/matmul_int.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::amx {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

using avx512vnni::by_group, avx512vnni::Chunk, avx512vnni::Tiling;

// The dots of group g + k of the chunk, k < n, to `dots`.
template <class Tiles, int k, int kW, int kX, int kBits, int kGroup>
SOTTO_AMX inline void dots_of_group(const Chunk<kBits, kGroup>& w, const int8_t* xq, int g, int n,
                                    int32_t* dots) {
  using T = Tiling<kGroup>;
  if (n <= k) return;
  Tiles::template zero<k>();
  for (int s = (g + k) * T::kSteps; s < (g + k + 1) * T::kSteps; ++s) {
    Tiles::template load<kW>(w.values + s * T::kCols, w.stride);
    Tiles::template load<kX>(xq + s * T::kCols * kTileRows, kTileCols);
    Tiles::template dot_unsigned<k, kW, kX>();
  }
  Tiles::template store<k>(dots, kTileCols);
}

// The dots of up to four groups from `g` of the chunk on, whose tiles of x begin at xq. Four at a time,
// as one would wait for the other.
template <class Tiles, int kBits, int kGroup>
SOTTO_AMX inline void dots_of_groups(const Chunk<kBits, kGroup>& w, const int8_t* xq, int g, int n,
                                     int32_t (&dots)[4][kTileRows * kTileRows]) {
  dots_of_group<Tiles, 0, 4, 6>(w, xq, g, n, dots[0]);
  dots_of_group<Tiles, 1, 5, 7>(w, xq, g, n, dots[1]);
  dots_of_group<Tiles, 2, 4, 6>(w, xq, g, n, dots[2]);
  dots_of_group<Tiles, 3, 5, 7>(w, xq, g, n, dots[3]);
}

// sums[r][i] += the chunk's groups, of row r of w and row i of x. Scales and sums of x lie a group
// after the other.
template <class Tiles, int kBits, int kGroup>
SOTTO_AMX void add_chunk(const Chunk<kBits, kGroup>& w, const int8_t* xq,
                         const float (*x_scales)[kTileRows], const float (*x_sums)[kTileRows],
                         bool ahead, __m512 (&sums)[kTileRows]) {
  constexpr int kBytes = kTileRows * kGroup * kBits / 8;
  alignas(64) int32_t dots[4][kTileRows * kTileRows];
  __m512 acc[kTileRows];
  for (int r = 0; r < kTileRows; ++r) acc[r] = sums[r];
  for (int g = 0; g < w.groups; g += 4) {
    const int n = std::min(4, w.groups - g);
    dots_of_groups<Tiles>(w, xq, g, n, dots);
    for (int k = 0; k < n; ++k) {
      if (ahead) prefetch<kBytes>(w.next + (g + k) * kBytes);
      const __m512 scale = _mm512_load_ps(x_scales[g + k]), sum = _mm512_load_ps(x_sums[g + k]);
      for (int r = 0; r < kTileRows; ++r) {
        const __m512 dot = _mm512_cvtepi32_ps(_mm512_load_si512(dots[k] + kTileRows * r));
        acc[r] = _mm512_fmadd_ps(_mm512_set1_ps(w.biases[g + k][r]), sum, acc[r]);
        acc[r] =
            _mm512_fmadd_ps(dot, _mm512_mul_ps(_mm512_set1_ps(w.scales[g + k][r]), scale), acc[r]);
      }
    }
  }
  for (int r = 0; r < kTileRows; ++r) sums[r] = acc[r];
}

inline void put_panel_scales(const float* from, const QuantizedRows& x, int first, int count,
                             PanelScales& to) {
  const auto stride = static_cast<size_t>(x.group_stride());
  for (int g = 0; g < x.groups(); ++g) {
    for (int i = 0; i < kTileRows; ++i) {
      to[g][i] = i < count ? from[static_cast<size_t>(first + i) * stride + size_t(g)] : 0;
    }
  }
}

template <class Tiles, int kBits, int kGroup>
SOTTO_AMX void affine_rows(const QuantizedRows& x, int first, int count, const quant::AffineView& w,
                           const Output& y, int begin, int end) {
  const Panel panel(x, first, count);
  PanelScratch& scratch = panel_scratch();
  for (int t = 0; t < panel.tiles; ++t) {
    const int begun = t * kTileRows, rows = std::min(kTileRows, count - begun);
    put_panel_scales(x.scale, x, first + begun, rows, scratch.scales[t]);
    put_panel_scales(x.sum, x, first + begun, rows, scratch.sums[t]);
  }
  Chunk<kBits, kGroup> chunk;
  for (int row = begin; row < end; row += kTileRows) {
    const int rows = std::min(kTileRows, end - row);
    __m512 sums[2][kTileRows] = {};
    for (int g = 0; g < w.groups_per_row(); g += Tiling<kGroup>::kGroups) {
      chunk.fill(w, row, rows, g);
      for (int t = 0; t < panel.tiles; ++t) {
        add_chunk<Tiles>(chunk, panel.at(t, 0) + g * kGroup * kTileRows, scratch.scales[t] + g,
                         scratch.sums[t] + g, t == 0, sums[t]);
      }
    }
    for (int t = 0; t < panel.tiles; ++t) {
      transpose(sums[t]);
      for (int i = 0; i < kTileRows && t * kTileRows + i < count; ++i) {
        put16(y, first + t * kTileRows + i, row, rows, sums[t][i]);
      }
    }
  }
}

template <class Tiles, int kBits, int kGroup>
SOTTO_AMX void affine_groups(MatmulAffine rest, const QuantizedRows& x, const quant::AffineView& w,
                             const Output& y, int begin, int end) {
  const int most = Panel::tiles_that_fit(x) * kTileRows;
  if (most == 0) return rest(x, w, y, begin, end);
  if (x.rows == 1) return avx512vnni::affine_row<kBits, kGroup>(x, w, y, begin, end);
  Tiles::begin(Tiling<kGroup>::kCols);
  for (int first = 0; first < x.rows; first += most) {
    affine_rows<Tiles, kBits, kGroup>(x, first, std::min(most, x.rows - first), w, y, begin, end);
  }
  Tiles::end();
}

// `rest` is for rows of x too long for a panel.
template <class Tiles, int kBits>
SOTTO_AMX void affine(MatmulAffine rest, const QuantizedRows& x, const quant::AffineView& w,
                      const Output& y, int begin, int end) {
  if (w.group == 32) return affine_groups<Tiles, kBits, 32>(rest, x, w, y, begin, end);
  if (w.group == 64) return affine_groups<Tiles, kBits, 64>(rest, x, w, y, begin, end);
  affine_groups<Tiles, kBits, 128>(rest, x, w, y, begin, end);
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::amx
#endif
