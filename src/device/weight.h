// A weight matrix as a device multiplies it. Layers carry it without looking inside.
#pragma once

#include <variant>

#include "quant/affine.h"

namespace sotto::device {

// [rows, cols], row-major: rows are outputs, cols inputs.
struct F32Matrix {
  const float* data = nullptr;
  int rows = 0;
  int cols = 0;
};

// A view; whoever loaded the model owns the numbers. Affine matrices here have 8 bits: one byte a
// value, so that a row of `packed` is a row of bytes. Fewer bits are widened at load, exactly.
using Weight = std::variant<F32Matrix, quant::AffineView>;

inline int rows_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.rows; }, w);
}
inline int cols_of(const Weight& w) {
  return std::visit([](const auto& m) { return m.cols; }, w);
}

}  // namespace sotto::device
