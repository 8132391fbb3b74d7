// Activations: row-major float matrices that lie in an arena or in a cache.
#pragma once

#include <cstddef>
#include <span>

namespace sotto::device {

// A view of rows x cols floats, one row after the other. Cheap to copy, owns nothing.
struct Tensor {
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

}  // namespace sotto::device
