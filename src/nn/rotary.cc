#include "nn/rotary.h"

#include <cmath>

namespace sotto::nn {

device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size, double period,
                             std::vector<float>& numbers) {
  const auto size = static_cast<size_t>(head_size);
  numbers.resize(static_cast<size_t>(rows) * size);
  for (size_t i = 0; i + 1 < size; i += 2) {
    const double frequency = std::pow(period, -static_cast<double>(i) / head_size);
    for (int r = 0; r < rows; ++r) {
      const double angle = (first + r) * frequency;
      float* pair = numbers.data() + static_cast<size_t>(r) * size + i;
      pair[0] = static_cast<float>(std::cos(angle));
      pair[1] = static_cast<float>(std::sin(angle));
    }
  }
  return d.upload(numbers, rows, head_size);
}

}  // namespace sotto::nn
