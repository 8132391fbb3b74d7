// Rotary positions (Su et al. 2021) over adjacent pairs: at position p, the numbers 2i and 2i + 1
// of a head of size h are turned by the angle p * period^(-2i / h).
#pragma once

#include "device/device.h"

namespace sotto::nn {

// Cosine and sine of each pair for `rows` positions from `first` on, as Device::rotate wants them:
// [rows, head_size]. In double until the end, so that far positions are as exact as near ones.
// `numbers` is room for them.
device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size, double period,
                             std::vector<float>& numbers);

}  // namespace sotto::nn
