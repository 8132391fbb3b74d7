// Activations as kernels see them: row-major floats in memory.
#pragma once

#include <cstddef>
#include <span>

#include "device/tensor.h"

namespace sotto::device::cpu {

// A view of rows x cols floats, one row after the other.
struct Activations {
  float* data = nullptr;
  int rows = 0;
  int cols = 0;

  size_t size() const { return static_cast<size_t>(rows) * static_cast<size_t>(cols); }
  std::span<float> row(int r) const {
    return {data + static_cast<size_t>(r) * static_cast<size_t>(cols), static_cast<size_t>(cols)};
  }
  std::span<float> all() const { return {data, size()}; }
};

// Rows that may overlap, as the windows of a convolution do, or lie apart: row i begins at data + i
// * step.
struct Windows {
  const float* data = nullptr;
  int rows = 0;
  int cols = 0;
  size_t step = 0;

  const float* row(int r) const { return data + static_cast<size_t>(r) * step; }
};

// Conversions between a handle of this device and the memory that it stands for.
inline Activations floats(const Tensor& t) {
  return {t.memory != nullptr ? static_cast<float*>(t.memory) + t.offset : nullptr, t.rows, t.cols};
}
inline Tensor tensor_of(const Activations& x) { return {x.data, 0, x.rows, x.cols}; }

// a / b, rounded up; neither is negative.
inline int divided_up(int a, int b) { return (a + b - 1) / b; }

}  // namespace sotto::device::cpu
