#pragma once

#include "device/device.h"

namespace sotto::nn {

// Normalizes each row to mean 0 and variance 1, then scales and shifts it.
struct LayerNorm {
  device::Constant weight, bias;
  float epsilon = 1e-5f;

  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    return d.layer_norm(x, weight, bias, epsilon);
  }
  void in_place(device::Device& d, const device::Tensor& x) const {
    d.layer_norm(x, weight, bias, epsilon, x);
  }
};

}  // namespace sotto::nn
