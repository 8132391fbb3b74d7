// Causal transposed convolutions over time, which make a signal `stride` times as long:
//   y[t] = b + sum over s of  x[s] w[t - stride s],   0 <= t - stride s < kernel
// with the same rows, windows and states as conv1d.h. Where others keep the tails of outputs that
// later calls add to, these keep the inputs those tails come from: a row of y is then one product
// over the last `reach` rows of x, the bias counts once by itself, and nothing is added up twice.
#pragma once

#include <span>
#include <vector>

#include "nn/conv1d.h"

namespace sotto::nn {

// All channels with each other: a product for each row of x and the reach - 1 before it gives
// `stride` rows of y.
struct ConvTranspose1d {
  Linear weights;  // [stride * out, reach * in], made of transposed_taps
  int in = 0;
  int out = 0;
  int stride = 1;
  int reach = 1;  // rows of x that a row of y depends on: kernel / stride, rounded up

  ConvState start(device::Device& d) const { return {d, reach - 1, in}; }

  // [rows * stride, out]; the state has moved on.
  device::Tensor operator()(device::Device& d, const ConvWindow& x, ConvState& state) const;
};

int reach_of(int kernel, int stride);

// The stored [in, out, kernel] as rows for each position within a stride and each output, columns
// for each row of x, the oldest first, and each input; zeros where the kernel has ended.
std::vector<float> transposed_taps(std::span<const float> stored, int in, int out, int kernel,
                                   int stride);
// The bias for each of those rows.
std::vector<float> repeated_bias(std::span<const float> bias, int stride);

// Each channel by itself, without a bias.
struct DepthwiseConvTranspose1d {
  device::Constant weights;  // [kernel, channels], made of depthwise_taps
  int channels = 0;
  int kernel = 1;
  int stride = 1;

  ConvState start(device::Device& d) const { return {d, reach_of(kernel, stride) - 1, channels}; }
  device::Tensor operator()(device::Device& d, const ConvWindow& x, ConvState& state) const;
};

// The stored [channels, 1, kernel] with the channels beside each other.
std::vector<float> depthwise_taps(std::span<const float> stored, int channels, int kernel);

}  // namespace sotto::nn
