#pragma once

#include "device/device.h"

namespace sotto::nn {

// Each row with mean 0 and variance 1, scaled and shifted (Ba et al. 2016); without a bias by the
// root of the mean of its squares alone (Zhang and Sennrich 2019).
struct Norm {
  device::Constant weight = {}, bias = {};
  float epsilon = 1e-5f;

  explicit operator bool() const { return static_cast<bool>(weight); }

  // y may be x.
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    if (bias) return d.layer_norm(x, weight, bias, epsilon, y);
    d.rms_norm(x, weight, epsilon, y);
  }
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    const device::Tensor y = d.make(x.rows, x.cols);
    (*this)(d, x, y);
    return y;
  }
};

}  // namespace sotto::nn
