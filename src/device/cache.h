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

  // Room for `count` more rows of floats, to be written by operations before anything else is done
  // with the cache. Tensors of before are no longer valid where the rows had to move: keep none.
  virtual Tensor append(int count) {
    reserve(count);
    rows_ += count;
    return all().part(rows_ - count, count);
  }
  // They are written; what was only needed for that can go.
  virtual void compact() {}
  // The rows from `rows` on are as if they had never been.
  virtual void truncate(int rows) { rows_ = rows; }
  // Row i becomes what row kept[i] was (ascending); the others are forgotten.
  virtual void keep(std::span<const int> kept) = 0;
  // The first `count` rows are forgotten.
  virtual void forget(int count) = 0;
  // Memory for that many more rows, so that appending them moves nothing.
  virtual void reserve(int count) = 0;
  virtual int capacity() const = 0;  // rows that it has memory for

  // Usable in every operation if it is a cache of floats; else in attention, scores and copy alone.
  virtual Tensor all() = 0;

 protected:
  int rows_ = 0;

 private:
  int cols_;
};

// Keys or values in fewer bits than operations write: what append() gave is made smaller as soon as
// the cache is used again.
class CompactCache : public Cache {
 public:
  using Cache::Cache;

  Tensor append(int count) final {
    compact();
    reserve(count);
    rows_ += count;
    written_ = count;
    return room(count);
  }
  void truncate(int rows) override {
    compact();
    rows_ = rows;
  }
  void compact() final {
    if (written_ > 0) take(written_);
    written_ = 0;
  }

 private:
  virtual Tensor room(int count) = 0;  // for so many rows of floats
  virtual void take(int count) = 0;    // the last rows() become what stands there

  int written_ = 0;
};

}  // namespace sotto::device
