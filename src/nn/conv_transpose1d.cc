#include "nn/conv_transpose1d.h"

#include "nn/conv_state.h"

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

ConvState ConvTranspose1d::start() const { return new_conv_state(context(), in); }

ConvWindow ConvTranspose1d::open(device::Device& d, const ConvState& state, int rows) const {
  return open_window(d, state, context(), rows, in);
}

Tensor ConvTranspose1d::operator()(device::Device& d, const ConvWindow& x, ConvState& state) const {
  const int rows = x.now.rows;
  const Tensor y = d.make(rows, stride * out);  // as it lies, [rows * stride, out]
  // Rows follow each other in the window.
  d.convolve({x.all.data, rows, reach * in, static_cast<size_t>(in)}, taps.into(y));
  keep_context(x, state);
  return {y.data, rows * stride, out};
}

ConvState DepthwiseConvTranspose1d::start() const { return new_conv_state(context(), channels); }

ConvWindow DepthwiseConvTranspose1d::open(device::Device& d, const ConvState& state,
                                          int rows) const {
  return open_window(d, state, context(), rows, channels);
}

Tensor DepthwiseConvTranspose1d::operator()(device::Device& d, const ConvWindow& x,
                                            ConvState& state) const {
  const Tensor y = d.make(x.now.rows * stride, channels);
  std::ranges::fill(y.all(), 0.0f);
  for (int t = 0; t < y.rows; ++t) {
    float* to = y.row(t).data();
    // The oldest row of x first.
    for (int age = context(); age >= 0; --age) {
      const int k = t % stride + age * stride;
      if (k >= kernel) continue;
      const float* from = x.all.row(t / stride + context() - age).data();
      const float* tap = taps + static_cast<size_t>(k) * static_cast<size_t>(channels);
      for (int c = 0; c < channels; ++c) to[c] += tap[c] * from[c];
    }
  }
  keep_context(x, state);
  return y;
}

}  // namespace sotto::nn
