// A matrix as files store it, whatever its numbers are: what a backend prepares for its products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "quant/affine.h"
#include "quant/scheme.h"
#include "quant/sym8.h"

namespace sotto::quant {

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

// A view: whoever loaded or mapped the file owns the numbers. Sym8View and Sym8Columns: at most
// kSym8MostCols columns.
using StoredMatrix =
    std::variant<F32Matrix, F16Matrix, Bf16Matrix, AffineView, Sym8View, Sym8Columns>;

inline int rows_of(const StoredMatrix& w) {
  return std::visit([](const auto& m) { return m.rows; }, w);
}
inline int cols_of(const StoredMatrix& w) {
  return std::visit([](const auto& m) { return m.cols; }, w);
}
size_t bytes_of(const StoredMatrix& w);  // with scales
Scheme scheme_of(const StoredMatrix& w);

// Rows [first, first + count), where they lie. Not of Sym8Columns, whose rows do not lie together.
StoredMatrix rows_between(const StoredMatrix& w, int first, int count);

// Row r as floats; out is [cols].
void copy_row(const StoredMatrix& w, int r, std::span<float> out);

// All of it.
std::vector<float> floats_of(const StoredMatrix& w);

}  // namespace sotto::quant
