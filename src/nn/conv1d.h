// Causal convolutions over time, a stretch at a time. Time goes down the rows of a matrix, channels
// lie in its columns. What a stretch needs of those before it is kept in a ConvState, so that a
// signal cut anywhere gives the same numbers, bit by bit, as the whole.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nn/linear.h"

namespace sotto::nn {

// The last rows of the input so far. One caller's, made for one layer on one device.
struct ConvState {
  ConvState() = default;
  ConvState(device::Device& d, int context, int channels);

  std::unique_ptr<device::Cache> previous;  // [context, channels]
  bool started = false;
};

// The input of a convolution: the rows before, then those of now. To be filled by who comes before
// it, so that nothing is copied twice. Belongs to the frame it was opened in.
struct ConvWindow {
  device::Tensor all;
  device::Tensor now;  // the last rows of `all`

  // Room for `rows` rows of input behind those that the state holds.
  static ConvWindow open(device::Device& d, const ConvState& state, int rows);
  // The same where nothing comes before or after: rows of zeros around the `rows`.
  static ConvWindow padded(device::Device& d, int rows, int channels, int before, int after);
  // The state's rows become the last ones of the window.
  void keep(device::Device& d, ConvState& state) const;
};

// y[t][o] = b[o] + sum over i and k of  w[o][i][k] x[stride t + dilation k - context][i],
// context = (kernel - 1) dilation + 1 - stride. Before the beginning x is zero, or, with
// `replicate`, its first row.
struct Conv1d {
  Linear weights;  // [out, kernel * in], made of conv_taps
  int in = 0;
  device::Taps taps;  // kernel >= stride, so that context >= 0
  bool replicate = false;

  int out() const { return device::rows_of(weights.w); }
  int context() const { return (taps.kernel - 1) * taps.dilation + 1 - taps.stride; }

  ConvState start(device::Device& d) const { return {d, context(), in}; }

  // [rows / stride, out] for a window of `rows` rows, a multiple of the stride; the state has moved
  // on.
  device::Tensor operator()(device::Device& d, const ConvWindow& x, ConvState& state) const;
};

// The stored [out, in, kernel] with the inputs beside each other, as they lie in the rows of x: a
// window is then kernel rows of x, read where they are.
std::vector<float> conv_taps(std::span<const float> stored, int out, int in, int kernel);
std::vector<int8_t> conv_taps(std::span<const int8_t> stored, int out, int in, int kernel);

}  // namespace sotto::nn
