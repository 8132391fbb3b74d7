#pragma once

#include <algorithm>
#include <optional>

#include "device/cache.h"
#include "device_mlx/mlx_matrix.h"
#include "device_mlx/mlx_memory.h"

namespace sotto::device::mlx {

// Keys or values in 16 or 8 bits.
class MlxCompactCache final : public CompactCache {
 public:
  // heads divides cols.
  MlxCompactCache(Precision precision, int cols, int heads)
      : CompactCache(cols), precision_(precision), heads_(heads) {}

  void keep(std::span<const int> kept) override {
    compact();
    if (kept.empty()) {
      rows_ = 0;
      return;
    }
    for (std::optional<mx::array>* part : {&kept_.value, &kept_.scales})
      if (*part) put(*part, 0, mx::take(**part, indices(kept), /*axis=*/0));
    rows_ = static_cast<int>(kept.size());
  }
  void forget(int count) override {
    compact();
    const int left = rows_ - count;
    for (std::optional<mx::array>* part : {&kept_.value, &kept_.scales})
      if (*part && left > 0)
        put(*part, 0, mx::slice(**part, {count, 0}, {rows_, (*part)->shape(1)}));
    rows_ = left;
  }
  void reserve(int count) override {
    const int needed = rows_ + count;
    if (needed <= capacity_) return;
    const int more = std::max(needed, 2 * capacity_) - capacity_;
    const bool bytes = precision_ == Precision::int8;
    grow(kept_.value, more, cols(), bytes ? mx::int8 : mx::float16);
    if (bytes) grow(kept_.scales, more, heads_, mx::float32);
    capacity_ += more;
  }
  int capacity() const override { return capacity_; }
  Tensor all() override {
    compact();
    return {&kept_, 0, rows(), cols(), precision_};
  }

 private:
  Tensor room(int count) override {
    written_ = {static_cast<size_t>(count) * static_cast<size_t>(cols()), std::nullopt};
    return {&written_, 0, count, cols()};
  }
  void take(int count) override {
    const mx::array x = value_of({&written_, 0, count, cols()});
    const int first = rows() - count;
    written_ = {};
    if (precision_ == Precision::f16) {
      const mx::array largest(65504.0f);
      put(kept_.value, first, mx::astype(mx::clip(x, mx::negative(largest), largest), mx::float16));
      return;
    }
    const mx::array by_head = mx::reshape(x, {count, heads_, cols() / heads_});
    const mx::array scales =
        mx::divide(mx::max(mx::abs(by_head), /*axis=*/2, /*keepdims=*/true), mx::array(127.0f));
    const mx::array levels =
        mx::round(mx::divide(by_head, mx::maximum(scales, mx::array(0x1p-100f))));
    put(kept_.value, first, mx::astype(mx::reshape(levels, {count, cols()}), mx::int8));
    put(kept_.scales, first, mx::reshape(scales, {count, heads_}));
  }
  static void grow(std::optional<mx::array>& all, int rows, int width, mx::Dtype type) {
    const mx::array empty = mx::zeros({rows, width}, type);
    all = all ? mx::concatenate({*all, empty}, /*axis=*/0) : empty;
  }
  static void put(std::optional<mx::array>& all, int first, const mx::array& rows) {
    const mx::array whole = *all;
    all.reset();  // so that nobody else holds it, and it is written where it lies
    all = mx::slice_update(whole, rows, mx::Shape{first, 0},
                           mx::Shape{first + rows.shape(0), rows.shape(1)});
  }

  Precision precision_;
  int heads_;
  int capacity_ = 0;
  Memory kept_, written_;
};

}  // namespace sotto::device::mlx
