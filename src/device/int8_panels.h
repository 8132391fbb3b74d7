// int8 matrices packed for static quantization: see Int8PanelMatrix in weight.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/weight.h"

namespace sotto::device {

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

}  // namespace sotto::device
