// int8 matrices packed for static quantization.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quant/levels.h"
#include "quant/sym8.h"

namespace sotto::device::cpu {

// int8 rows for activations that are rounded to levels known ahead, packed for products with many
// rows: panels of 16 rows, [ceil(rows / 16)][ceil(cols / 64) * 16][16][4], four columns of each row
// beside each other, zeros where they are filled up. Made when a model is loaded.
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

// The same for activations whose levels are found in each call: prepared for levels that are one
// apart, with a zero of one, so that those of a call only multiply what goes with a row.
struct RoundingPanels {
  static constexpr quant::Levels kUnit = {.scale = 1, .zero = 1, .most = quant::Levels::kBytes};

  Int8PanelMatrix unit;
  int rows = 0, cols = 0;  // as of every form

  explicit RoundingPanels(const Int8PanelMatrix& unit)
      : unit(unit), rows(unit.rows), cols(unit.cols) {}
  // How many there are of scales and of corrections.
  size_t padded_rows() const {
    return static_cast<size_t>((rows + Int8PanelMatrix::kRows - 1) / Int8PanelMatrix::kRows) *
           Int8PanelMatrix::kRows;
  }
};

// The same for rows of activations that are rounded to integers with a scale of their own
// (quantized_rows.h): 128 more, they are levels. Products have the bits of those with the Sym8View
// of the same numbers.
struct RowPanels {
  static constexpr quant::Levels kUnit = {.scale = 1, .zero = 128, .most = quant::Levels::kBytes};

  Int8PanelMatrix unit;
  int rows = 0, cols = 0;  // as of every form

  explicit RowPanels(const Int8PanelMatrix& unit) : unit(unit), rows(unit.rows), cols(unit.cols) {}
};

// The owner of an Int8PanelMatrix.
class Int8Panels {
 public:
  // At most quant::most_columns(levels.most) columns.
  Int8Panels(const quant::Sym8View& w, const quant::Levels& levels);

  Int8PanelMatrix view() const {
    return {q_.data(), scales_.data(), corrections_.data(), levels_, rows_, cols_};
  }

 private:
  std::vector<int8_t> q_;
  std::vector<float> scales_;
  std::vector<int32_t> corrections_;
  quant::Levels levels_;
  int rows_, cols_;
};

// Row r, as floats.
void copy_row(const Int8PanelMatrix& m, int r, std::span<float> out);

}  // namespace sotto::device::cpu
