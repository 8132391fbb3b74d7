#include "models/istft_generator.h"

#include <algorithm>
#include <cmath>

namespace sotto::models {

void to_spectrum(std::span<float> made, int bins, float most) {
  const auto count = static_cast<size_t>(bins);
  for (size_t at = 0; at < made.size(); at += 2 * count) {
    for (size_t i = at; i < at + count; ++i) {
      made[i] = std::min(std::exp(made[i]), most);
      made[i + count] = std::sin(made[i + count]);
    }
  }
}

}  // namespace sotto::models
