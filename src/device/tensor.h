// Activations: row-major matrices of numbers that a device holds.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace sotto::device {

// Formats of numbers. Activations are f32; keys and values may be what their cache makes of them.
enum class Precision {
  f32,
  f16,   // IEEE 754 binary16
  int8,  // -127 to 127 times a scale that the numbers of a head in a row have in common
};

inline constexpr std::pair<std::string_view, Precision> kPrecisions[] = {
    {"f32", Precision::f32}, {"f16", Precision::f16}, {"int8", Precision::int8}};
constexpr std::string_view name_of(Precision precision) {
  return kPrecisions[static_cast<size_t>(precision)].first;
}

// A handle with a shape; one row follows the other. Cheap to copy, owns nothing: what it stands for
// belongs to a frame, to a cache or to prepared weights, and lives as long as they do. The host
// sees the numbers through Device::read() alone.
struct Tensor {
  void* memory = nullptr;  // which one, and how many floats into it: the device's business
  size_t offset = 0;
  int rows = 0;
  int cols = 0;
  Precision precision = Precision::f32;

  size_t size() const { return static_cast<size_t>(rows) * static_cast<size_t>(cols); }
  explicit operator bool() const { return memory != nullptr; }

  // Rows [first, first + count).
  Tensor part(int first, int count) const {
    return {memory, offset + static_cast<size_t>(first) * static_cast<size_t>(cols), count, cols,
            precision};
  }
  // The same numbers in another shape.
  Tensor as(int new_rows, int new_cols) const {
    return {memory, offset, new_rows, new_cols, precision};
  }
};

}  // namespace sotto::device
