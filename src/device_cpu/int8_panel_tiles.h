// Covers rows of x and panels of w with tiles of as many rows of x as a kernel has registers for.
#pragma once

#include <array>
#include <utility>

#include "device_cpu/matmul_int8_panels.h"

namespace sotto::device::cpu {

using Int8PanelTile = void (*)(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                               const Output& y);

// Number n - 1 is for n rows.
template <class Kernel, int... N>
constexpr std::array<Int8PanelTile, sizeof...(N)> int8_panel_tiles(
    std::integer_sequence<int, N...>) {
  return {Kernel::template tile<N + 1>...};
}

// Kernel::tile<N>(x, first, w, p, y) puts N rows of x from `first` on and panel p; N is at most
// Kernel::kRows.
template <class Kernel>
void tile_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                      int end) {
  static_assert(kInt8TileRows % Kernel::kRows == 0);
  static constexpr auto kTiles =
      int8_panel_tiles<Kernel>(std::make_integer_sequence<int, Kernel::kRows>());
  const Int8PanelRange panels(begin, end);
  for (int p = panels.begin; p < panels.end; ++p) {
    for (int i = 0; i < x.rows; i += Kernel::kRows)
      kTiles[static_cast<size_t>(std::min(Kernel::kRows, x.rows - i) - 1)](x, i, w, p, y);
  }
}

}  // namespace sotto::device::cpu
