#pragma once

#include "nn/linear.h"

namespace sotto::nn {

// fc2(relu(fc1(x)))
struct FeedForward {
  Linear fc1, fc2;

  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    const device::Tensor hidden = fc1(d, x);
    d.relu(hidden);
    return fc2(d, hidden);
  }
};

}  // namespace sotto::nn
