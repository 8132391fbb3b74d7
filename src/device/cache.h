// Rows that a device remembers from one step to the next: keys, values, the past of a convolution.
#pragma once

#include <span>

#include "device/tensor.h"

namespace sotto::device {

// Grows at its end. Belongs to one session, and must not outlive its device.
class Cache {
 public:
  explicit Cache(int cols) : cols_(cols) {}
  virtual ~Cache() = default;

  int rows() const { return rows_; }
  int cols() const { return cols_; }

  // Room for `count` more rows, to be written by an operation. Tensors of before are no longer
  // valid where the rows had to move: keep none.
  Tensor append(int count) {
    reserve(count);
    rows_ += count;
    return all().part(rows_ - count, count);
  }
  // The rows from `rows` on are as if they had never been.
  void truncate(int rows) { rows_ = rows; }
  // Row i becomes what row kept[i] was (ascending); the others are forgotten.
  virtual void keep(std::span<const int> kept) = 0;
  // The first `count` rows are forgotten.
  virtual void forget(int count) = 0;
  // Memory for that many more rows, so that appending them moves nothing.
  virtual void reserve(int count) = 0;
  virtual int capacity() const = 0;  // rows that it has memory for

  virtual Tensor all() const = 0;

 protected:
  int rows_ = 0;

 private:
  int cols_;
};

}  // namespace sotto::device
