// Norms over all rows: sums of each column, and what becomes of a row by them.
#pragma once

#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {

// Mean and variance of a column out of those of its blocks (Chan et al. 1979).
struct Moments {
  double count = 0, mean = 0, squares = 0;

  void add(double rows, double block_mean, double block_squares) {
    const double all = count + rows, apart = block_mean - mean;
    squares += block_squares + apart * apart * count * rows / all;
    mean += apart * rows / all;
    count = all;
  }
  double deviation(float epsilon) const {
    return std::sqrt(squares / count + static_cast<double>(epsilon));
  }
};

// Sums of each column, by blocks of rows.
struct CpuDevice::Blocks {
  static constexpr int kRows = 128;  // whatever the threads: sums have one order

  int rows;                    // of all blocks
  Activations means, squares;  // [blocks, cols]
  Activations least, most;     // as ordered() gives them; or none
  Activations counts;          // [blocks, 1], of rows that count differently; or none

  int begin_of(int block) const { return block * kRows; }
  int end_of(int block) const { return std::min((block + 1) * kRows, rows); }
  double count_of(int b) const {
    return counts.data != nullptr ? double{counts.row(b)[0]} : end_of(b) - begin_of(b);
  }
  // Its means and squares; `each`: how often each row of x counts, or none.
  void sum_up_block(const Activations& x, const Activations& each, int b) const;
  int32_t* least_of(int b) const { return reinterpret_cast<int32_t*>(least.row(b).data()); }
  int32_t* most_of(int b) const { return reinterpret_cast<int32_t*>(most.row(b).data()); }
  void add_column(size_t c, Moments& moments) const {
    for (int b = 0; b < means.rows; ++b) {
      const double rows = count_of(b);
      if (rows == 0) continue;
      moments.add(rows, static_cast<double>(means.row(b)[c]),
                  static_cast<double>(squares.row(b)[c]));
    }
  }
};

// An InstanceNorm whose sums are known.
struct CpuDevice::Channels {
  Activations mean, factor;
  const float* shift;
  Activations alpha, one_over_alpha;  // or none

  void apply(std::span<const float> from, float* to) const {
    const size_t n = from.size();
    if (alpha.data == nullptr) return normalize(from.data(), mean.data, factor.data, shift, n, to);
    normalize_snake(from.data(), mean.data, factor.data, shift, alpha.data, one_over_alpha.data, n,
                    to);
  }
};

}  // namespace sotto::device::cpu
