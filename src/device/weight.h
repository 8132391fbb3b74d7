// A weight matrix as a device multiplies it. Layers carry it without looking inside.
#pragma once

#include <cstdint>
#include <variant>

#include "quant/affine.h"
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

// A view, of a matrix as files store it, but for PanelMatrix: whoever loaded or mapped the model
// owns the numbers. What kernels need in another order is done to the activations, which are few.
// Sym8View and Sym8Columns: at most quant::kSym8MostCols columns. A product with Sym8Columns has
// the bits of the one with the Sym8View of the same numbers.
using Weight = std::variant<F32Matrix, F16Matrix, Bf16Matrix, quant::AffineView, quant::Sym8View,
                            quant::Sym8Columns, PanelMatrix>;

inline int rows_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.rows; }, w);
}
inline int cols_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.cols; }, w);
}

// With scales; what one product with it reads.
size_t bytes_of(const Weight& w);

}  // namespace sotto::device
