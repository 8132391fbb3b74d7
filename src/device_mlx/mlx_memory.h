// What a tensor of this device stands for: an array of MLX, which is not computed before somebody
// reads it. Arrays never change; to write to a tensor is to give its memory another one.
#pragma once

#include <mlx/mlx.h>

#include <cstddef>
#include <optional>

#include "device/tensor.h"

namespace sotto::device::mlx {

namespace mx = ::mlx::core;

struct Memory {
  size_t floats = 0;
  std::optional<mx::array> value;  // so many floats, in any shape; none before the first write
  // Of a compact cache `value` is [rows, cols], float16 or int8, and these [rows, heads] float32.
  std::optional<mx::array> scales = std::nullopt;
};

// [rows, cols], float32; zeros where nothing was written.
mx::array value_of(const Tensor& t);
// y = v, which has as many numbers.
void assign(const Tensor& y, const mx::array& v);

}  // namespace sotto::device::mlx
