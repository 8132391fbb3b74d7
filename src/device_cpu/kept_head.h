// The rows of a head that a query sees, for kernels of attention.
#pragma once

#include <cstdint>
#include <type_traits>

#include "device_cpu/attention.h"

namespace sotto::device::cpu {

// Keys, or values, of the i-th head: `numbers` and `scales` are those of row 0 of all heads.
template <class T>
class KeptHead {
 public:
  KeptHead(const void* numbers, const float* scales, const AttentionHeads& h, int i)
      : first_(static_cast<const T*>(numbers) + h.column(i)),
        scales_(kScaled ? scales + h.column(i) / h.scale_columns : nullptr),
        h_(h) {}

  const T* row(int i) const { return first_ + static_cast<size_t>(h_.seen.row(i)) * h_.stride; }
  // The factor of row i's numbers.
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
  const AttentionHeads& h_;
};

}  // namespace sotto::device::cpu
