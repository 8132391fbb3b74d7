#pragma once

#include "nn/linear.h"

namespace sotto::nn {

// fc2(activation(fc1(x)))
struct FeedForward {
  Linear fc1, fc2;
  device::Activation activation = device::Activation::relu;

  // y += that.
  void add_to(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    device::Product down = fc2.into(y);
    down.epilogue = device::Epilogue::add;
    d.feed_forward(x, fc1.into({}), activation, down);
  }
};

}  // namespace sotto::nn
