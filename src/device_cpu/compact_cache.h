#pragma once

#include <cstddef>
#include <vector>

#include "device/cache.h"
#include "device_cpu/head_rows.h"

namespace sotto::device::cpu {

// Keys or values in 16 or 8 bits. A tensor of it stands for the cache itself.
class CpuCompactCache final : public CompactCache {
 public:
  // heads divides cols.
  CpuCompactCache(Precision precision, int cols, int heads);

  void keep(std::span<const int> kept) override;
  void forget(int count) override;
  void reserve(int count) override;
  int capacity() const override { return capacity_; }
  Tensor all() override;

  HeadRows rows_of(const Tensor& t) const;

 private:
  Tensor room(int count) override;
  void take(int count) override;
  void move(int from, int to, int count);

  Precision precision_;
  size_t row_bytes_;
  int heads_;
  int capacity_ = 0;
  std::vector<std::byte> numbers_;  // [capacity, cols]
  std::vector<float> scales_;       // int8: [capacity, heads]
  std::vector<float> written_;      // what append() gave
};

}  // namespace sotto::device::cpu
