// y = x W^T + b with W in panels of 16 rows. Each step takes one number of each of several rows of
// x and one number of each of the 16 outputs, and multiplies all with all: no sum runs across
// lanes, and where the dot products of matmul_f32.h load two numbers for each that they multiply,
// six rows share a load here. For many rows of x; one row alone is better off with rows of W as
// stored. Integers become floats when they are loaded, and their sums are scaled at the end.
#pragma once

#include <span>

#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/panels.h"

namespace sotto::device::cpu {

// Computes the panels whose first rows are in [begin, end). Each number of y is one sum over the
// columns in ascending order, whatever the other rows are.
using MatmulPanels = void (*)(const Windows& x, const PanelMatrix& w, const Output& y, int begin,
                              int end);

std::span<const Variant<MatmulPanels>> matmul_panels_variants();

// The output of a product with the integers of w.
inline Output scaled(Output y, const PanelMatrix& w) {
  y.scales = w.scales;
  return y;
}

// Panels that begin within rows [begin, end), as numbers of panels.
struct PanelRange {
  int begin, end;
  PanelRange(int first_row, int last_row)
      : begin((first_row + PanelMatrix::kRows - 1) / PanelMatrix::kRows),
        end((last_row + PanelMatrix::kRows - 1) / PanelMatrix::kRows) {}
};

}  // namespace sotto::device::cpu
