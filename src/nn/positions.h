// Sinusoidal positions of fairseq (M2M100, NLLB): with half = d / 2 and
// f_j = exp(-j ln(10000) / (half - 1)), row p is [sin(p f_0) .. | cos(p f_0) ..], two blocks, and a
// zero column where d is odd. Row 1, the pad's, is zero.
#pragma once

#include <vector>

#include "device/tensor.h"

namespace sotto::nn {

// Computed in float32, like the reference: past position 500 its rounding of the angle shows.
class SinusoidalPositions {
 public:
  // d >= 4. `zero_row` < 0: there is none.
  SinusoidalPositions(int d, int zero_row);

  // Rows 0 .. last, at least; computed when first asked for. Valid until the next call.
  device::Tensor rows(int last);

 private:
  int d_, zero_row_;
  int count_ = 0;
  std::vector<float> frequencies_, table_;
};

}  // namespace sotto::nn
