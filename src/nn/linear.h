// y = W x + b for any weight type the device can multiply.
#pragma once

#include "device/device.h"

namespace sotto::nn {

// A layer is a view: no memory, no state.
struct Linear {
  device::Weight w;
  const float* b = nullptr;  // [rows of w] or null

  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    return d.linear(x, w, b);
  }
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    d.linear(x, w, b, y);
  }
};

}  // namespace sotto::nn
