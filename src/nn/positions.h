// Tables of positions that grow as far as they are asked for, and fairseq's.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "device/device.h"

namespace sotto::nn {

// Fills row p of a table.
using PositionRow = std::function<void(int p, std::span<float> row)>;

class PositionTable {
 public:
  PositionTable(device::Device& d, int cols, PositionRow row);

  // Rows 0 .. last, at least; computed when first asked for. Valid until the next call.
  device::Tensor rows(int last);

 private:
  device::Device& device_;
  PositionRow row_;
  std::unique_ptr<device::Cache> table_;
  std::vector<float> numbers_;
};

// Sinusoidal positions of fairseq (M2M100, NLLB): with half = d / 2 and
// f_j = exp(-j ln(10000) / (half - 1)), row p is [sin(p f_0) .. | cos(p f_0) ..], two blocks, and a
// zero column where d is odd. Row `zero_row`, the pad's, is zero; < 0: there is none. d >= 4.
// Computed in float32, like the reference: past position 500 its rounding of the angle shows.
PositionRow fairseq_positions(int d, int zero_row);

}  // namespace sotto::nn
