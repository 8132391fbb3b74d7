// Float matrices packed for products with many rows: see PanelMatrix in weight.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/weight.h"

namespace sotto::device {

// The owner of a PanelMatrix.
class Panels {
 public:
  // `w` is row-major [rows, cols]. Numbers that all are bfloat16 ones, as where the file held
  // those, are kept in 16 bits: nothing is rounded.
  Panels(std::span<const float> w, int rows, int cols);

  PanelMatrix view() const {
    return {f32_.empty() ? nullptr : f32_.data(), bf16_.empty() ? nullptr : bf16_.data(), rows_,
            cols_};
  }

 private:
  std::vector<float> f32_;  // or:
  std::vector<uint16_t> bf16_;
  int rows_, cols_;
};

// Row r, as floats.
void copy_row(const PanelMatrix& m, int r, std::span<float> out);

}  // namespace sotto::device
