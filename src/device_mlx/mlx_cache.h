#pragma once

#include <algorithm>

#include "device/cache.h"
#include "device_mlx/mlx_matrix.h"
#include "device_mlx/mlx_memory.h"

namespace sotto::device::mlx {

// Has memory for twice the rows whenever it runs out of it.
class MlxCache final : public Cache {
 public:
  explicit MlxCache(int cols) : Cache(cols) {}

  void keep(std::span<const int> kept) override {
    if (!kept.empty()) {
      const mx::array rows = mx::take(value_of(all()), indices(kept), /*axis=*/0);
      assign(all().part(0, static_cast<int>(kept.size())), rows);
    }
    rows_ = static_cast<int>(kept.size());
  }
  void forget(int count) override {
    const int left = rows_ - count;
    if (left > 0) assign(all().part(0, left), value_of(all().part(count, left)));
    rows_ = left;
  }
  void reserve(int count) override {
    const int needed = rows_ + count;
    if (needed <= capacity_) return;
    enter();
    const int more = std::max(needed, 2 * capacity_) - capacity_;
    const mx::array empty = mx::zeros({more * cols()});
    if (memory_.value) {
      const mx::array old = mx::reshape(*memory_.value, {capacity_ * cols()});
      memory_.value = mx::concatenate({old, empty}, /*axis=*/0);
    }
    capacity_ += more;
    memory_.floats = static_cast<size_t>(capacity_) * static_cast<size_t>(cols());
  }
  int capacity() const override { return capacity_; }
  Tensor all() override { return {&memory_, 0, rows(), cols()}; }

 private:
  Memory memory_;
  int capacity_ = 0;
};

}  // namespace sotto::device::mlx
