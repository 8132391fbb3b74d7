#include "device_cpu/compact_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/vectorized.h"
#include "device_cpu/rounding.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

// Room that is worth keeping from step to step; that of a long text is given back.
constexpr size_t kFewFloats = size_t{1} << 16;

// To the nearest number that has 16 bits; what is too large to the largest one.
SOTTO_VECTORIZED(void, narrow, (const float* x, size_t n, uint16_t* to), (x, n, to)) {
  constexpr float kLargest = 65504;
  for (size_t i = 0; i < n; ++i) to[i] = quant::to_f16(std::clamp(x[i], -kLargest, kLargest));
}

// Numbers of one head: 127 is the largest of them. Returns what one is worth.
float narrow(const float* x, size_t n, int8_t* to) {
  float largest = 0;
  for (size_t i = 0; i < n; ++i) largest = std::max(largest, std::fabs(x[i]));
  const Rounding rounding = rounding_of(largest);
  // Floats of this size have integers as their last digits: the sum rounds to one, ties to even,
  // and its lowest byte is that integer. (A loop that vectorizes on any processor.)
  constexpr float kInteger = 0x1.8p23f;
  for (size_t i = 0; i < n; ++i) {
    const float rounded = std::clamp(x[i] * rounding.factor, -127.0f, 127.0f) + kInteger;
    to[i] = static_cast<int8_t>(std::bit_cast<uint32_t>(rounded) & 0xff);
  }
  return rounding.scale;
}

}  // namespace

CpuCompactCache::CpuCompactCache(Precision precision, int cols, int heads)
    : CompactCache(cols),
      precision_(precision),
      row_bytes_(static_cast<size_t>(cols) * (precision == Precision::f16 ? 2 : 1)),
      heads_(heads) {}

void CpuCompactCache::reserve(int count) {
  if (rows() + count <= capacity_) return;
  capacity_ = rows() + count;
  numbers_.resize(static_cast<size_t>(capacity_) * row_bytes_);
  if (precision_ == Precision::int8)
    scales_.resize(static_cast<size_t>(capacity_) * static_cast<size_t>(heads_));
}

Tensor CpuCompactCache::room(int count) {
  written_.resize(static_cast<size_t>(count) * static_cast<size_t>(cols()));
  return {written_.data(), 0, count, cols()};
}

void CpuCompactCache::take(int count) {
  const size_t first = static_cast<size_t>(rows() - count);
  std::byte* to = numbers_.data() + first * row_bytes_;
  if (precision_ == Precision::f16) {
    narrow(written_.data(), written_.size(), reinterpret_cast<uint16_t*>(to));
  } else {
    const auto heads = static_cast<size_t>(heads_), size = static_cast<size_t>(cols()) / heads;
    for (size_t i = 0; i < written_.size() / size; ++i) {
      scales_[first * heads + i] =
          narrow(written_.data() + i * size, size, reinterpret_cast<int8_t*>(to) + i * size);
    }
  }
  if (written_.size() > kFewFloats) written_ = {};
}

void CpuCompactCache::move(int from, int to, int count) {
  const auto moved = [&](auto& numbers, size_t width) {
    const auto begin = numbers.begin() + static_cast<int64_t>(static_cast<size_t>(from) * width);
    std::copy_n(begin, static_cast<size_t>(count) * width,
                numbers.begin() + static_cast<int64_t>(static_cast<size_t>(to) * width));
  };
  if (from == to) return;
  moved(numbers_, row_bytes_);
  if (precision_ == Precision::int8) moved(scales_, static_cast<size_t>(heads_));
}

void CpuCompactCache::keep(std::span<const int> kept) {
  compact();
  for (int i = 0; i < static_cast<int>(kept.size()); ++i) move(kept[static_cast<size_t>(i)], i, 1);
  rows_ = static_cast<int>(kept.size());
}

void CpuCompactCache::forget(int count) {
  compact();
  move(count, 0, rows() - count);
  rows_ -= count;
}

Tensor CpuCompactCache::all() {
  compact();
  return {this, 0, rows(), cols(), precision_};
}

HeadRows CpuCompactCache::rows_of(const Tensor& t) const {
  const size_t first = t.offset / static_cast<size_t>(cols());
  return {
      .numbers = numbers_.data() + first * row_bytes_,
      .precision = precision_,
      .rows = t.rows,
      .cols = t.cols,
      .scales = precision_ == Precision::int8 ? scales_.data() + first * size_t(heads_) : nullptr,
      .groups = heads_};
}

}  // namespace sotto::device::cpu
