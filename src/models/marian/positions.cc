#include "models/marian/positions.h"

#include <cmath>

namespace sotto::models::marian {

nn::PositionRow positions(int d) {
  return [d](int p, std::span<float> row) {
    const auto half = static_cast<size_t>(d / 2);
    for (size_t k = 0; k < half; ++k) {
      const double angle = p / std::pow(10000.0, static_cast<double>(2 * k) / d);
      row[k] = static_cast<float>(std::sin(angle));
      row[half + k] = static_cast<float>(std::cos(angle));
    }
  };
}

}  // namespace sotto::models::marian
