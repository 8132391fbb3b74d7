// The integers of a matrix in groups of few bits, as they are without scales and biases.
#pragma once

#include <vector>

#include "quant/affine.h"

namespace sotto::testing {

inline std::vector<float> affine_integers(quant::AffineView matrix, int row) {
  const auto groups = static_cast<size_t>(matrix.rows) * size_t(matrix.groups_per_row());
  const std::vector<float> ones(groups, 1.0f), zeros(groups);
  matrix.scales = ones.data();
  matrix.biases = zeros.data();
  std::vector<float> integers(static_cast<size_t>(matrix.cols));
  quant::dequantize_row(matrix, row, integers);
  return integers;
}

}  // namespace sotto::testing
