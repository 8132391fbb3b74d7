#include "nn/rotary.h"

#include <cmath>

namespace sotto::nn {

device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size, double period) {
  const device::Tensor angles = d.make(rows, head_size);
  for (int i = 0; i + 1 < head_size; i += 2) {
    const double frequency = std::pow(period, -static_cast<double>(i) / head_size);
    for (int r = 0; r < rows; ++r) {
      const double angle = (first + r) * frequency;
      angles.row(r)[static_cast<size_t>(i)] = static_cast<float>(std::cos(angle));
      angles.row(r)[static_cast<size_t>(i) + 1] = static_cast<float>(std::sin(angle));
    }
  }
  return angles;
}

void rotate(const float* x, const float* angles, int heads, int head_size, float* out) {
  for (int h = 0; h < heads; ++h, x += head_size, out += head_size) {
    for (int i = 0; i + 1 < head_size; i += 2) {
      const float a = x[i], b = x[i + 1];
      const float c = angles[i], s = angles[i + 1];
      out[i] = a * c - b * s;
      out[i + 1] = a * s + b * c;
    }
  }
}

}  // namespace sotto::nn
