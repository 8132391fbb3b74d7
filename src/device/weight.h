// A weight matrix as a device multiplies it. Layers carry it without looking inside.
#pragma once

#include <cstdint>
#include <variant>

#include "quant/affine.h"
#include "quant/levels.h"
#include "quant/sym8.h"

namespace sotto::device {

// [rows, cols], row-major: rows are outputs, cols inputs.
struct F32Matrix {
  const float* data = nullptr;
  int rows = 0;
  int cols = 0;
};

struct F16Matrix {
  const uint16_t* data = nullptr;
  int rows = 0;
  int cols = 0;
};

struct Bf16Matrix {
  const uint16_t* data = nullptr;
  int rows = 0;
  int cols = 0;
};

// Floats as a product with many rows wants them: in panels of 16 rows that lie side by side,
// [ceil(rows / 16)][cols][16], the last one filled up with zeros. No file has that: it is made when
// a model is loaded (panels.h, docs/decisions/009).
struct PanelMatrix {
  static constexpr int kRows = 16;

  const float* f32 = nullptr;  // or:
  const uint16_t* bf16 = nullptr;
  int rows = 0;
  int cols = 0;
};

// int8 rows for activations that are rounded to levels known ahead, packed for products with many
// rows: panels of 16 rows, [ceil(rows / 16)][ceil(cols / 64) * 16][16][4], four columns of each row
// beside each other, zeros where they are filled up. Made when a model is loaded (int8_panels.h).
struct Int8PanelMatrix {
  static constexpr int kRows = 16, kCols = 64;

  const int8_t* q = nullptr;
  const float* scales = nullptr;         // [rows, filled up]: a row's times the levels'
  const int32_t* corrections = nullptr;  // [rows, filled up]: -zero * sum of the row
  quant::Levels levels;                  // of x
  int rows = 0;
  int cols = 0;  // at most quant::most_columns(levels.most)

  int padded_cols() const { return (cols + kCols - 1) / kCols * kCols; }
};

// A view, of a matrix as files store it, but for those in panels: whoever loaded or mapped the
// model owns the numbers. What kernels need in another order is done to the activations, which are
// few. Sym8View and Sym8Columns: at most quant::kSym8MostCols columns. A product with Sym8Columns
// has the bits of the one with the Sym8View of the same numbers.
using Weight = std::variant<F32Matrix, F16Matrix, Bf16Matrix, quant::AffineView, quant::Sym8View,
                            quant::Sym8Columns, PanelMatrix, Int8PanelMatrix>;

inline int rows_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.rows; }, w);
}
inline int cols_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.cols; }, w);
}

// With scales; what one product with it reads.
size_t bytes_of(const Weight& w);

}  // namespace sotto::device
