// int8 rows, or groups of 8 or 6 bits, in about half of their bytes, for products that only have to
// be near: four bits a number, one of 16 levels that are as far apart as the greatest number of the
// row needs,
//   w_c = scale (2 q_c - 15) + e_c,   0 <= q_c <= 15,   e . w = 0
// What is lost is known for certain (Cauchy and Schwarz): |e . x| <= |e| |x|. It is less by far:
// see decision 045.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/large_pages.h"
#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"
#include "quant/affine.h"
#include "quant/sym8.h"

namespace sotto::device::cpu {

struct CoarseMatrix {
  int rows = 0, cols = 0;
  // Panels of 16 rows. In each, of 8 columns after the other, 64 bytes: of each row four, whose
  // lower halves are the first four columns and whose upper halves are the last four. Behind the
  // last row and column are zeros.
  const uint8_t* q = nullptr;
  const float* scales = nullptr;  // [rows]
  // [rows]: |e|, and what both products may round away beside, in proportion to |x|. Of groups at
  // least |w| / kLeastLoss, by which choose() goes.
  const float* losses = nullptr;
  static constexpr float kLeastLoss = 8;

  static constexpr int kMiddle = 15;
  static constexpr int kPanel = 16, kTogether = 8;
  int panels() const { return (rows + kPanel - 1) / kPanel; }
  size_t panel_bytes() const {
    return static_cast<size_t>((cols + kTogether - 1) / kTogether) * (kPanel * kTogether / 2);
  }
  const uint8_t* panel(int p) const { return q + static_cast<size_t>(p) * panel_bytes(); }
  // The level 2 q - 15 of a column.
  int level(int row, int col) const {
    const int at = col / kTogether * (kPanel * kTogether / 2) + row % kPanel * 4 + col % 4;
    const uint8_t both = panel(row / kPanel)[at];
    return 2 * (col % kTogether < 4 ? both & 15 : both >> 4) - kMiddle;
  }
};

// Sums are whole numbers below 2^24, which floats hold.
inline constexpr int kMostCoarseCols = 4096;

// Owns one. w has at most kMostCoarseCols columns.
class CoarseRows {
 public:
  CoarseRows(const quant::Sym8View& w, LargePages& pages);
  CoarseRows(const quant::AffineView& w, LargePages& pages);

  CoarseMatrix view() const { return {rows_, cols_, data(), scales_.data(), losses_.data()}; }
  bool is_finite() const;  // every row
  size_t bytes() const { return q_bytes_ + (scales_.size() + losses_.size()) * sizeof(float); }

 private:
  CoarseRows(int rows, int cols, LargePages& pages);
  void put(int row, std::span<const uint8_t> levels, float scale, float loss);
  uint8_t* data() const { return reinterpret_cast<uint8_t*>(q_.get()); }

  int rows_, cols_;
  size_t q_bytes_;
  std::shared_ptr<std::byte> q_;
  std::vector<float> scales_, losses_;
};

// Columns of y, which are the rows of the panels [begin, end) of w. Each row of x is one group, in
// its natural order. Sums are exact, so every variant gives the same bits.
using MatmulCoarse = void (*)(const QuantizedRows& x, const CoarseMatrix& w, const Output& y,
                              int begin, int end);

std::span<const Variant<MatmulCoarse>> matmul_coarse_variants();

}  // namespace sotto::device::cpu
