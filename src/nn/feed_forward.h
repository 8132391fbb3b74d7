#pragma once

#include "nn/linear.h"

namespace sotto::nn {

enum class Activation { relu, silu, gelu };

// fc2(activation(fc1(x)))
struct FeedForward {
  Linear fc1, fc2;
  Activation activation = Activation::relu;

  // y += that.
  void add_to(device::Device& d, const device::Tensor& x, const device::Tensor& y) const {
    const bool relu = activation == Activation::relu;
    const device::Tensor hidden =
        d.linear(x, fc1.w, fc1.b, relu ? device::Epilogue::relu : device::Epilogue::none);
    if (activation == Activation::silu) d.silu(hidden);
    if (activation == Activation::gelu) d.gelu(hidden);
    fc2.add_to(d, hidden, y);
  }
};

}  // namespace sotto::nn
