// Groups of 4 or 8 bits packed in panels of 16 rows, a lane of 512 bits for each: products need no
// transposition, and add nothing up over lanes. Made when a model is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/aligned_bytes.h"
#include "quant/affine.h"

namespace sotto::device::cpu {

// Panels of 16 rows, zeros where the last is filled up. In each, of four columns after the others
// with 8 bits, of eight with 4, a block of 64 bytes: of each row four. With 4 bits their lower
// halves are the first four columns and their upper halves the last four.
struct AffinePanelMatrix {
  static constexpr int kRows = 16, kBlock = 64;  // rows of a panel, bytes of a block

  int rows = 0, cols = 0, group = 0, bits = 0;
  const uint8_t* q = nullptr;
  quant::Scales scales = {};  // [panels][groups][16]
  quant::Scales biases = {};  // as scales, and of the same type; or those times a factor

  int groups() const { return cols / group; }
  int panels() const { return (rows + kRows - 1) / kRows; }
  size_t panel_bytes() const { return static_cast<size_t>(cols) * kRows * bits / 8; }
  const uint8_t* panel(int p) const { return q + static_cast<size_t>(p) * panel_bytes(); }
  // Place in scales and biases of group g of a panel's first row.
  size_t group_at(int p, int g) const {
    return (static_cast<size_t>(p) * static_cast<size_t>(groups()) + static_cast<size_t>(g)) *
           kRows;
  }
  // The integer of a column.
  int integer(int row, int col) const {
    const int together = kBlock / kRows * 8 / bits;  // columns of a block
    const uint8_t byte = panel(row / kRows)[col / together * kBlock + row % kRows * 4 + col % 4];
    if (bits == 8) return byte;
    return col % together < 4 ? byte & 15 : byte >> 4;
  }
};

size_t bytes_of(const AffinePanelMatrix& m);  // with scales

// Row r as floats: those of the matrix that it was packed from. out is [cols].
void copy_row(const AffinePanelMatrix& m, int r, std::span<float> out);

// The owner of one.
class AffinePanels {
 public:
  static bool fits(const quant::AffineView& w) { return w.bits == 4 || w.bits == 8; }

  explicit AffinePanels(const quant::AffineView& w);  // that fits

  const AffinePanelMatrix& view() const { return view_; }

 private:
  AffinePanelMatrix view_;
  AlignedBytes q_, scales_, biases_;
};

}  // namespace sotto::device::cpu
