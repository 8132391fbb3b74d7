#include "nn/conv_transpose1d.h"

namespace sotto::nn {

using device::Tensor;

int reach_of(int kernel, int stride) { return (kernel + stride - 1) / stride; }

std::vector<float> transposed_taps(std::span<const float> stored, int in, int out, int kernel,
                                   int stride) {
  const int reach = reach_of(kernel, stride);
  const auto cols = static_cast<size_t>(reach) * static_cast<size_t>(in);
  std::vector<float> taps(static_cast<size_t>(stride) * static_cast<size_t>(out) * cols);
  for (int k = 0; k < kernel; ++k) {
    const auto age = static_cast<size_t>(reach - 1 - k / stride);  // 0: the oldest row of x
    for (int o = 0; o < out; ++o) {
      const auto row =
          static_cast<size_t>(k % stride) * static_cast<size_t>(out) + static_cast<size_t>(o);
      float* to = taps.data() + row * cols + age * static_cast<size_t>(in);
      for (int i = 0; i < in; ++i) {
        const size_t from =
            (static_cast<size_t>(i) * static_cast<size_t>(out) + static_cast<size_t>(o)) *
            static_cast<size_t>(kernel);
        to[i] = stored[from + static_cast<size_t>(k)];
      }
    }
  }
  return taps;
}

std::vector<float> repeated_bias(std::span<const float> bias, int stride) {
  std::vector<float> all;
  all.reserve(bias.size() * static_cast<size_t>(stride));
  for (int j = 0; j < stride; ++j) all.insert(all.end(), bias.begin(), bias.end());
  return all;
}

std::vector<float> depthwise_taps(std::span<const float> stored, int channels, int kernel) {
  std::vector<float> taps(stored.size());
  for (size_t c = 0; c < static_cast<size_t>(channels); ++c) {
    for (size_t k = 0; k < static_cast<size_t>(kernel); ++k) {
      taps[k * static_cast<size_t>(channels) + c] = stored[c * static_cast<size_t>(kernel) + k];
    }
  }
  return taps;
}

Tensor ConvTranspose1d::operator()(device::Device& d, const ConvWindow& x, ConvState& state) const {
  const int rows = x.now.rows;
  const Tensor y = d.make(rows, stride * out);  // as it lies, [rows * stride, out]
  d.convolve(x.all, {.kernel = reach}, weights.into(y));
  x.keep(d, state);
  return y.as(rows * stride, out);
}

Tensor DepthwiseConvTranspose1d::operator()(device::Device& d, const ConvWindow& x,
                                            ConvState& state) const {
  const Tensor y = d.make(x.now.rows * stride, channels);
  d.depthwise_transposed(x.all, weights, stride, y);
  x.keep(d, state);
  return y;
}

}  // namespace sotto::nn
