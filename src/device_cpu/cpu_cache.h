#pragma once

#include <vector>

#include "device/cache.h"

namespace sotto::device::cpu {

class CpuCache final : public Cache {
 public:
  using Cache::Cache;

  void keep(std::span<const int> kept) override;
  void forget(int count) override;
  void reserve(int count) override;
  int capacity() const override;
  Tensor all() override;

 private:
  std::vector<float> numbers_;  // as long as they ever were; rows() of them count
};

}  // namespace sotto::device::cpu
