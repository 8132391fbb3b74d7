// Symmetric int8 with one scale a row: w ~ scale * q, scale = max |row| / 127 (1 for a row of
// zeros), q = clip(rint(w / scale), -127, 127). The layout of per-channel int8 weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sotto::quant {

struct Sym8View {
  int rows, cols;
  const int8_t* q;      // [rows, cols]; files may hold -128, too
  const float* scales;  // [rows]
};

// The same matrix by columns: a product whose x has zeros need not read the columns that meet them.
struct Sym8Columns {
  int rows, cols;
  const int8_t* q;      // [cols, rows]
  const float* scales;  // [rows]
};

struct Sym8Matrix {
  int rows = 0, cols = 0;
  std::vector<int8_t> q;      // [rows, cols]
  std::vector<float> scales;  // [rows]

  Sym8View view() const { return {rows, cols, q.data(), scales.data()}; }
};

// Sums of cols products of two int8 fit in 32 bits.
inline constexpr int kSym8MostCols = 1 << 17;

// w is row-major [rows, cols].
Sym8Matrix quantize_sym8(std::span<const float> w, int rows, int cols);

// One row: returns the scale. q and row have the same length.
float quantize_sym8_row(std::span<const float> row, std::span<int8_t> q);

}  // namespace sotto::quant
