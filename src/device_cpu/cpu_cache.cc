#include "device_cpu/cpu_cache.h"

#include <algorithm>
#include <cstdint>

namespace sotto::device::cpu {

void CpuCache::keep(std::span<const int> kept) {
  float* to = numbers_.data();
  for (const int row : kept) {
    const float* from = numbers_.data() + static_cast<size_t>(row) * static_cast<size_t>(cols());
    if (from != to) std::copy_n(from, cols(), to);
    to += cols();
  }
  rows_ = static_cast<int>(kept.size());
}

void CpuCache::forget(int count) {
  const auto from = numbers_.begin() + int64_t{count} * cols();
  std::copy_n(from, int64_t{rows_ - count} * cols(), numbers_.begin());
  rows_ -= count;
}

void CpuCache::reserve(int count) {
  const size_t needed = static_cast<size_t>(rows_ + count) * static_cast<size_t>(cols());
  if (numbers_.size() < needed) numbers_.resize(needed);
}

int CpuCache::capacity() const {
  return cols() > 0 ? static_cast<int>(numbers_.size() / static_cast<size_t>(cols())) : 0;
}

Tensor CpuCache::all() { return {numbers_.data(), 0, rows(), cols()}; }

}  // namespace sotto::device::cpu
