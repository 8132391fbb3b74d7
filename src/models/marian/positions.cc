#include "models/marian/positions.h"

#include <algorithm>
#include <cmath>

namespace sotto::models::marian {

device::Tensor Positions::rows(int last) {
  if (last >= count_) {
    const int count = std::max({last + 1, 2 * count_, 64});
    const auto d = static_cast<size_t>(d_);
    table_.resize(static_cast<size_t>(count) * d);
    for (int p = count_; p < count; ++p) {
      float* row = table_.data() + static_cast<size_t>(p) * d;
      for (size_t k = 0; k < d / 2; ++k) {
        const double angle = p / std::pow(10000.0, static_cast<double>(2 * k) / d_);
        row[k] = static_cast<float>(std::sin(angle));
        row[d / 2 + k] = static_cast<float>(std::cos(angle));
      }
    }
    count_ = count;
  }
  return {table_.data(), count_, d_};
}

}  // namespace sotto::models::marian
