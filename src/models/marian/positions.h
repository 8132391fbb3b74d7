// Sinusoidal positions of Marian: row p is [sin(p / 10000^(2k/d)), k = 0 .. d/2 - 1 | cos of the
// same], two blocks.
#pragma once

#include <vector>

#include "device/tensor.h"

namespace sotto::models::marian {

// Computed in float64 and rounded, as the reference does: so it equals the tables that checkpoints
// carry.
class Positions {
 public:
  explicit Positions(int d) : d_(d) {}  // even

  // Rows 0 .. last, at least; computed when first asked for. Valid until the next call.
  device::Tensor rows(int last);

 private:
  int d_, count_ = 0;
  std::vector<float> table_;
};

}  // namespace sotto::models::marian
