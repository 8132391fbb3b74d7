#pragma once

#include "nn/linear.h"

namespace sotto::nn {

// fc2(relu(fc1(x)))
struct FeedForward {
  Linear fc1, fc2;

  // y += that.
  void add_to(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    fc2.add_to(d, d.linear(x, fc1.w, fc1.b, device::Epilogue::relu), y);
  }
};

}  // namespace sotto::nn
