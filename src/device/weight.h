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

// A view, of a matrix as files store it: whoever loaded or mapped the model owns the numbers. What
// kernels need in another order is done to the activations, which are few. Sym8View and
// Sym8Columns: at most quant::kSym8MostCols columns. A product with Sym8Columns has the bits of the
// one with the Sym8View of the same numbers.
using Weight = std::variant<F32Matrix, F16Matrix, Bf16Matrix, quant::AffineView, quant::Sym8View,
                            quant::Sym8Columns>;

inline int rows_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.rows; }, w);
}
inline int cols_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.cols; }, w);
}

// With scales; what one product with it reads.
size_t bytes_of(const Weight& w);

}  // namespace sotto::device
