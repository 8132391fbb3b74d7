#include "models/istft_generator.h"

#include <algorithm>
#include <cmath>

namespace sotto::models {

std::vector<float> to_sound(std::span<const float> made, const signal::Stft& stft, float most) {
  const auto bins = static_cast<size_t>(stft.bins());
  return stft.inverse(made.size() / (2 * bins), [&](size_t number, std::span<float> column) {
    const auto from = made.subspan(number * 2 * bins, 2 * bins);
    for (size_t i = 0; i < bins; ++i) {
      column[i] = std::min(std::exp(from[i]), most);
      column[bins + i] = std::sin(from[bins + i]);
    }
  });
}

}  // namespace sotto::models
