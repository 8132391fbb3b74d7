#pragma once

#include "nn/linear.h"

namespace sotto::nn {

// fc2(activation(fc1(x)))
struct FeedForward {
  Linear fc1, fc2;
  device::Activation activation = device::Activation::relu;

  // y += that.
  void add_to(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    const bool relu = activation == device::Activation::relu;
    const device::Tensor hidden =
        d.linear(x, fc1.w, fc1.b, relu ? device::Epilogue::relu : device::Epilogue::none);
    if (!relu) d.activate(activation, hidden, hidden);
    fc2.add_to(d, hidden, y);
  }
};

}  // namespace sotto::nn
