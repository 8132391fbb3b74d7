// int8 matrices packed for products with many rows of activations that are rounded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/weight.h"
#include "quant/quant_params.h"
#include "quant/sym8.h"

namespace sotto::device::cpu {

// int8 rows for activations that are levels, in panels of 16 rows,
// [ceil(rows / 16)][ceil(cols / 64) * 64 / beside][16][beside], so many columns of each row beside
// each other, zeros where they are filled up. Made when a model is loaded.
struct Int8PanelMatrix {
  static constexpr int kRows = 16, kCols = 64;

  const int8_t* q = nullptr;
  const float* scales = nullptr;         // [rows, filled up]: a row's times the levels'
  const int32_t* corrections = nullptr;  // [rows, filled up]: -zero * sum of the row
  const int32_t* sums = nullptr;         // [rows, filled up]: of the row
  quant::QuantParams levels;             // of x
  int rows = 0;
  int cols = 0;  // at most quant::most_columns(levels.most)
  ActivationQuant activations = ActivationQuant::known;
  int beside = 4;  // or 2, or 8: as the kernel wants it (columns_beside() of matmul_int8_panels.h)

  int padded_cols() const { return (cols + kCols - 1) / kCols * kCols; }
  size_t padded_rows() const { return static_cast<size_t>((rows + kRows - 1) / kRows * kRows); }
};

// Dynamic per tensor: packed with scale 1, zero point 1; per call these multiply `scales` and
// `corrections`.
inline constexpr quant::QuantParams kPerTensor = {.scale = 1, .zero = 1};
// Dynamic per token: rows of integers with a scale of their own (quantized_rows.h) are levels when
// 128 is added. Products have the bits of those with the Sym8View of the same numbers.
inline constexpr quant::QuantParams kPerToken = {.scale = 1, .zero = 128};

// The owner of an Int8PanelMatrix.
class Int8Panels {
 public:
  // At most quant::most_columns(levels.most) columns, 2, 4 or 8 of them beside each other.
  Int8Panels(const quant::Sym8View& w, const quant::QuantParams& levels,
             ActivationQuant activations = ActivationQuant::known, int beside = 4);

  Int8PanelMatrix view() const {
    return {.q = q_.data(),
            .scales = scales_.data(),
            .corrections = corrections_.data(),
            .sums = sums_.data(),
            .levels = levels_,
            .rows = rows_,
            .cols = cols_,
            .activations = activations_,
            .beside = beside_};
  }

 private:
  std::vector<int8_t> q_;
  std::vector<float> scales_;
  std::vector<int32_t> corrections_, sums_;
  quant::QuantParams levels_;
  int rows_, cols_;
  ActivationQuant activations_;
  int beside_;
};

// Row r, as floats.
void copy_row(const Int8PanelMatrix& m, int r, std::span<float> out);

}  // namespace sotto::device::cpu
