// Convolutions over a whole signal with zeros around it, as torch pads: what is read at row t lies
// before and behind it. Rows, channels and weights are as in conv1d.h and conv_transpose1d.h.
#pragma once

#include "nn/conv1d.h"
#include "nn/conv_transpose1d.h"

namespace sotto::nn {

// y[t][o] = b[o] + sum over i and k of  w[o][i][k] x[stride t + dilation k - padding][i]
struct PaddedConv1d {
  Linear weights;  // [out, kernel * in], made of conv_taps
  int in = 0;
  device::Taps taps;
  int padding = 0;  // rows of zeros at each end

  int out() const { return device::rows_of(weights.w); }
  int rows_of(int rows) const {
    return (rows + 2 * padding - (taps.kernel - 1) * taps.dilation - 1) / taps.stride + 1;
  }

  // For an input of `rows` rows, which the caller fills; then what is made of it.
  ConvWindow window(device::Device& d, int rows) const {
    return ConvWindow::padded(d, rows, in, padding, padding);
  }
  device::Tensor operator()(device::Device& d, const ConvWindow& x) const;
  // y += that.
  void add_to(device::Device& d, const ConvWindow& x, const device::Tensor& y) const;

  // Convolve a leaky ReLU of x; add_to() adds the result to y.
  device::Tensor operator()(device::Device& d, device::LeakyRelu before,
                            const device::Tensor& x) const;
  void add_to(device::Device& d, device::LeakyRelu before, const device::Tensor& x,
              const device::Tensor& y) const;

  // Convolve an input that the caller has elsewhere.
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& y) const;
};

// y[t] = b + sum over s of  x[s] w[t + padding - stride s],   0 <= t + padding - stride s < kernel
struct PaddedConvTranspose1d {
  Linear weights;  // [stride * out, reach * in], made of transposed_taps
  int in = 0;
  int out = 0;
  int kernel = 1;
  int stride = 1;
  int padding = 0;  // rows of y that are left out at each end

  int reach() const { return reach_of(kernel, stride); }
  int rows_of(int rows) const { return (rows - 1) * stride + kernel - 2 * padding; }

  ConvWindow window(device::Device& d, int rows) const {
    return ConvWindow::padded(d, rows, in, reach() - 1, reach() - 1);
  }
  device::Tensor operator()(device::Device& d, const ConvWindow& x) const;
};

// Each channel by itself. `output_padding` rows more at the end, at most `padding`.
struct PaddedDepthwiseConvTranspose1d {
  device::Constant weights;  // [kernel, channels], made of depthwise_taps
  device::Constant bias;     // [1, channels]
  int channels = 0;
  int kernel = 1;
  int stride = 1;
  int padding = 0;
  int output_padding = 0;

  int reach() const { return reach_of(kernel, stride); }
  int rows_of(int rows) const {
    return (rows - 1) * stride + kernel - 2 * padding + output_padding;
  }

  ConvWindow window(device::Device& d, int rows) const {
    return ConvWindow::padded(d, rows, channels, reach() - 1, reach() - 1);
  }
  device::Tensor operator()(device::Device& d, const ConvWindow& x) const;
};

}  // namespace sotto::nn
