// y = W x + b for any weight type the device can multiply.
#pragma once

#include "device/device.h"

namespace sotto::nn {

// Weights in a device's form; no state.
struct Linear {
  device::Weight w;
  device::Constant b;  // [1, rows of w], or none

  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    return d.linear(x, w, b);
  }
  // y += W x + b
  void add_to(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    d.linear(x, w, b, y, device::Epilogue::add);
  }
  // One of several with the same x.
  device::Product into(const device::Tensor& y) const {
    return {.w = w.get(), .bias = b.tensor, .y = y};
  }
};

}  // namespace sotto::nn
