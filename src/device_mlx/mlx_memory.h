// The memory behind a tensor of this device: an array of MLX, which is not computed before somebody
// reads it. Arrays never change; to write to a tensor is to give its memory another one.
#pragma once

#include <mlx/mlx.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "device/tensor.h"

namespace sotto::device::mlx {

namespace mx = ::mlx::core;

struct Memory {
  size_t floats = 0;
  std::optional<mx::array> value;  // so many floats, in any shape; none before the first write
  // In a compact cache `value` is [rows, cols], float16 or int8, and these [rows, heads] float32.
  std::optional<mx::array> scales = std::nullopt;
};

// MLX gives each thread a stream of its own, and what one thread left to be computed later no other
// can compute. A session goes from thread to thread, so there is one stream for all of them: from
// this call on the calling thread's. Every function here calls it.
void enter();

// Has them computed, now. One thread at a time.
void evaluate(std::vector<mx::array> arrays);

// Numbers of the host, taken during the call.
mx::array uploaded(std::span<const float> numbers, const mx::Shape& shape);
mx::array indices(std::span<const int> numbers);
mx::array number(float value);  // part of an operation: not counted

// Counts of what all devices did so far.
struct Traffic {
  int64_t evaluations = 0, uploads = 0, uploaded_bytes = 0;
  double computing_ms = 0;  // in evaluations
};
Traffic traffic();

// [rows, cols], float32; zeros where nothing was written.
mx::array value_of(const Tensor& t);
// Row i is row rows[i]. Of neighbours no list goes to the device.
mx::array rows_of(const Tensor& t, std::span<const int> rows);
// y = v, which has as many numbers.
void assign(const Tensor& y, const mx::array& v);

}  // namespace sotto::device::mlx
