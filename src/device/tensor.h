// Activations: row-major matrices of floats that a device holds.
#pragma once

#include <cstddef>

namespace sotto::device {

// A handle with a shape; one row follows the other. Cheap to copy, owns nothing: what it stands for
// belongs to a frame, to a cache or to prepared weights, and lives as long as they do. The host
// sees the numbers through Device::read() alone.
struct Tensor {
  void* memory = nullptr;  // which one, and how many floats into it: the device's business
  size_t offset = 0;
  int rows = 0;
  int cols = 0;

  size_t size() const { return static_cast<size_t>(rows) * static_cast<size_t>(cols); }
  explicit operator bool() const { return memory != nullptr; }

  // Rows [first, first + count).
  Tensor part(int first, int count) const {
    return {memory, offset + static_cast<size_t>(first) * static_cast<size_t>(cols), count, cols};
  }
  // The same numbers in another shape.
  Tensor as(int new_rows, int new_cols) const { return {memory, offset, new_rows, new_cols}; }
};

}  // namespace sotto::device
