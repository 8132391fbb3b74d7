// Rotary positions (Su et al. 2021): at position p, pair i of a head of size h is turned by the
// angle p * frequency_i, where frequency_i = period^(-2i / h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "device/device.h"

namespace sotto::nn {

// Llama 3.1's stretching of a network to longer texts than it was trained for: pairs that turn less
// than `low` times within `positions` turn `factor` times slower, those that turn more than `high`
// times as ever, and those between in between.
struct RotaryStretch {
  double factor = 1, low = 1, high = 4;
  int positions = 8192;
};

struct Rotary {
  double period = 10000;
  std::optional<RotaryStretch> stretch = {};
  double factor = 1;  // all pairs turn so many times slower (Chen et al. 2023)

  double frequency(int pair, int head_size) const;
  std::vector<double> frequencies(int head_size) const;  // of all pairs
};

// Cosine and sine of each pair for `rows` positions from `first` on, as Device::rotate wants them:
// [rows, head_size]. In double until the end, so that far positions are as exact as near ones.
// `numbers` is room for them.
device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size,
                             const Rotary& rotary, std::vector<float>& numbers);
// The same of any positions, and pairs that turn so fast.
device::Tensor rotary_angles(device::Device& d, std::span<const int> positions,
                             std::span<const double> frequencies, std::vector<float>& numbers);

}  // namespace sotto::nn
