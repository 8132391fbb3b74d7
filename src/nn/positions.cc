#include "nn/positions.h"

#include <algorithm>
#include <cmath>

namespace sotto::nn {

SinusoidalPositions::SinusoidalPositions(int d, int zero_row) : d_(d), zero_row_(zero_row) {
  const int half = d / 2;
  const auto step = static_cast<float>(-std::log(10000.0) / (half - 1));
  for (int j = 0; j < half; ++j) frequencies_.push_back(std::exp(static_cast<float>(j) * step));
}

device::Tensor SinusoidalPositions::rows(int last) {
  if (last >= count_) {
    const int count = std::max({last + 1, 2 * count_, 64});
    table_.resize(static_cast<size_t>(count) * static_cast<size_t>(d_));
    for (int p = count_; p < count; ++p) {
      if (p == zero_row_) continue;
      float* row = table_.data() + static_cast<size_t>(p) * static_cast<size_t>(d_);
      const size_t half = frequencies_.size();
      for (size_t j = 0; j < half; ++j) {
        const float angle = static_cast<float>(p) * frequencies_[j];
        row[j] = std::sin(angle);
        row[half + j] = std::cos(angle);
      }
    }
    count_ = count;
  }
  return {table_.data(), count_, d_};
}

}  // namespace sotto::nn
