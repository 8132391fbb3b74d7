#include "nn/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sotto::nn {

double Rotary::frequency(int pair, int head_size) const {
  const double plain = std::pow(period, -2.0 * pair / head_size);
  if (!stretch) return plain;
  const double turns = stretch->positions * plain / (2 * std::numbers::pi);
  const double kept = std::clamp((turns - stretch->low) / (stretch->high - stretch->low), 0.0, 1.0);
  return plain * (kept + (1 - kept) / stretch->factor);
}

device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size,
                             const Rotary& rotary, std::vector<float>& numbers) {
  const auto size = static_cast<size_t>(head_size);
  numbers.resize(static_cast<size_t>(rows) * size);
  for (int i = 0; i < head_size / 2; ++i) {
    const double frequency = rotary.frequency(i, head_size);
    for (int r = 0; r < rows; ++r) {
      const double angle = (first + r) * frequency;
      float* pair = numbers.data() + static_cast<size_t>(r) * size + 2 * static_cast<size_t>(i);
      pair[0] = static_cast<float>(std::cos(angle));
      pair[1] = static_cast<float>(std::sin(angle));
    }
  }
  return d.upload(numbers, rows, head_size);
}

}  // namespace sotto::nn
