// The rows of a head that a query sees, for kernels of attention.
#pragma once

#include <cstdint>
#include <type_traits>

#include "device_cpu/attention.h"

namespace sotto::device::cpu {

template <class T>
class KeptHead {
 public:
  KeptHead(const void* first, const float* scales, const AttentionHead& h)
      : first_(static_cast<const T*>(first)), scales_(scales), h_(h) {}

  const T* row(int i) const { return first_ + static_cast<size_t>(h_.seen.row(i)) * h_.stride; }
  // What its numbers are multiplied by.
  float scale(int i) const {
    if constexpr (!kScaled) return 1;
    return scales_[static_cast<size_t>(h_.seen.row(i)) * h_.scale_stride];
  }
  // Weights of the rows become weights of their numbers.
  void scale_all(float* weights) const {
    if constexpr (kScaled)
      for (int i = 0; i < h_.seen.count; ++i) weights[i] *= scale(i);
  }

 private:
  static constexpr bool kScaled = std::is_same_v<T, int8_t>;

  const T* first_;
  const float* scales_;
  const AttentionHead& h_;
};

}  // namespace sotto::device::cpu
