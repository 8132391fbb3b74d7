// Causal convolutions over time, a stretch at a time. Time goes down the rows of a matrix, channels
// lie in its columns. What a stretch needs of those before it is kept in a ConvState, so that a
// signal cut anywhere gives the same numbers, bit by bit, as the whole.
#pragma once

#include <span>
#include <vector>

#include "nn/linear.h"

namespace sotto::nn {

// The last rows of the input so far. One caller's, made for one layer.
struct ConvState {
  std::vector<float> previous;  // [context, channels]
  bool started = false;
};

// What a convolution reads: the rows before, then those of now. To be filled by who comes before
// it, so that nothing is copied twice. Lies in the device's arena.
struct ConvWindow {
  device::Tensor all;
  device::Tensor now;  // the last rows of `all`
};

// y[t][o] = b[o] + sum over i and k of  w[o][i][k] x[stride t + dilation k - context][i],
// context = (kernel - 1) dilation + 1 - stride. Before the beginning x is zero, or, with
// `replicate`, its first row.
struct Conv1d {
  Linear taps;  // [out, kernel * in], made by conv_taps
  int in = 0;
  int kernel = 1;  // >= stride, so that context >= 0
  int stride = 1;
  int dilation = 1;
  bool replicate = false;

  int out() const { return device::rows_of(taps.w); }
  int context() const { return (kernel - 1) * dilation + 1 - stride; }

  ConvState start() const;

  // Room for `rows` rows of input, a multiple of the stride, behind those that the state holds.
  ConvWindow open(device::Device& d, const ConvState& state, int rows) const;

  // [rows / stride, out]; the state has moved on.
  device::Tensor operator()(device::Device& d, const ConvWindow& x, ConvState& state) const;

 private:
  void spread(device::Device& d, const ConvWindow& x, const device::Tensor& y) const;
};

// The stored [out, in, kernel] with the inputs beside each other, as they lie in the rows of x: a
// window is then kernel rows of x, read where they are.
std::vector<float> conv_taps(std::span<const float> stored, int out, int in, int kernel);

}  // namespace sotto::nn
