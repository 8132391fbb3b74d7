// Keys or values of heads beside each other, as a cache or an operation left them.
#pragma once

#include <cstdint>

#include "device_cpu/activations.h"

namespace sotto::device::cpu {

struct HeadRows {
  // [rows, cols] of float, uint16_t (binary16 bits) or int8_t, as `precision` says.
  const void* numbers = nullptr;
  Precision precision = Precision::f32;
  int rows = 0, cols = 0;
  // int8: what the numbers of a group of columns of a row are multiplied by, [rows, groups].
  const float* scales = nullptr;
  int groups = 1;

  // Address of column c of the first row.
  const void* column(int c) const;

  // Columns [first, first + count) of a row as floats.
  void copy(int row, int first, int count, float* to) const;
};

// The rows behind a tensor of keys or values.
HeadRows head_rows(const Tensor& t);

}  // namespace sotto::device::cpu
