// The Hann window.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace sotto::signal {

// w_n = 1/2 - 1/2 cos(2 pi n / size): periodic, one period of a cosine, as torch and librosa have
// it for spectra.
inline std::vector<double> hann(size_t size) {
  std::vector<double> window(size);
  for (size_t n = 0; n < size; ++n) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(size);
    window[n] = 0.5 - 0.5 * std::cos(angle);
  }
  return window;
}

}  // namespace sotto::signal
