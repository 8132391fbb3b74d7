#include "models/kokoro/style.h"

#include <array>
#include <numbers>

namespace sotto::models::kokoro {
namespace {

constexpr float kSlope = 0.2f;

// Each row twice.
device::Tensor repeated_rows(device::Device& d, const device::Tensor& x) {
  std::vector<int> rows;
  for (int i = 0; i < 2 * x.rows; ++i) rows.push_back(i / 2);
  return d.gather(x, rows);
}

}  // namespace

device::InstanceNorm AdaIn::of(device::Device& d, const device::Tensor& style,
                               const device::Tensor& alpha) const {
  const device::Tensor modulation = fc(d, style).as(2, channels);
  return {.epsilon = 1e-5f,
          .scale = modulation.part(0, 1),
          .shift = modulation.part(1, 1),
          .alpha = alpha};
}

void AdaIn::operator()(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                       const device::Tensor& y) const {
  const device::Frame frame(d);
  d.instance_norm(x, of(d, style), y);
}

AdaIn load_ada_in(Loader& load, const std::string& name, int channels, int style) {
  const std::array<int64_t, 2> shape = {2 * channels, style};
  AdaIn norm{.fc = {}, .channels = channels};
  if (!load.has(name + ".norm.weight")) {
    norm.fc = load_linear(load, name + ".fc", 2 * channels, style);
    return norm;
  }
  std::vector<float> w = load.numbers(name + ".fc.weight", shape);
  std::vector<float> b = load.numbers(name + ".fc.bias", 2 * channels);
  // With the affine a x + c below: 1 + gamma' = a (1 + gamma), beta' = beta + c (1 + gamma).
  const std::vector<float> a = load.numbers(name + ".norm.weight", channels);
  const std::vector<float> c = load.numbers(name + ".norm.bias", channels);
  if (load.error()) return norm;
  const auto width = static_cast<size_t>(style);
  for (size_t i = 0; i < a.size(); ++i) {
    const size_t beta = a.size() + i;
    b[beta] += c[i] * (1 + b[i]);
    b[i] = a[i] * (1 + b[i]) - 1;
    for (size_t j = 0; j < width; ++j) {
      w[beta * width + j] += c[i] * w[i * width + j];
      w[i * width + j] *= a[i];
    }
  }
  norm.fc = {load.made_matrix(w, 2 * channels, style), load.made_constant(b)};
  return norm;
}

device::Tensor StyleBlock::operator()(device::Device& d, const device::Tensor& x,
                                      const device::Tensor& style, const Sight& see) const {
  const int rows = pool ? 2 * x.rows : x.rows;
  const device::Tensor y = d.make(rows, conv2.out());
  const device::Frame frame(d);
  const nn::ConvWindow first = conv1.window(d, rows);
  if (pool) {
    const nn::ConvWindow before = pool->window(d, x.rows);
    norm1(d, x, style, before.now);
    d.leaky_relu(kSlope, before.now, before.now);
    d.copy((*pool)(d, before), first.now);
    see(name + ".pool", first.now);
  } else {
    norm1(d, x, style, first.now);
    d.leaky_relu(kSlope, first.now, first.now);
  }
  const device::Tensor h = conv1(d, first);
  const nn::ConvWindow second = conv2.window(d, rows);
  norm2(d, h, style, second.now);
  d.leaky_relu(kSlope, second.now, second.now);
  d.convolve(second.all, conv2.taps, conv2.weights.into(y));
  const device::Tensor shortcut = pool ? repeated_rows(d, x) : x;
  constexpr auto kRoot = static_cast<float>(1 / std::numbers::sqrt2);
  d.mix(kRoot, y, kRoot, conv1x1 ? (*conv1x1)(d, shortcut) : shortcut);
  return y;
}

StyleBlock load_style_block(Loader& load, const std::string& name, int in, int out, int style,
                            bool upsamples) {
  StyleBlock block{.name = name,
                   .norm1 = load_ada_in(load, name + ".norm1", in, style),
                   .norm2 = load_ada_in(load, name + ".norm2", out, style),
                   .conv1 = load_padded_conv(load, name + ".conv1", in, out,
                                             {.kernel = 3, .activations = activations_of(load)}),
                   .conv2 = load_padded_conv(load, name + ".conv2", out, out,
                                             {.kernel = 3, .activations = activations_of(load)}),
                   .pool = {},
                   .conv1x1 = {}};
  if (load.has(name + ".conv1x1.weight"))
    block.conv1x1 = load_padded_conv(load, name + ".conv1x1", in, out, {.bias = false});
  if (!upsamples) return block;
  constexpr int kKernel = 3;
  const std::array<int64_t, 3> shape = {in, 1, kKernel};
  const std::vector<float> taps = load.numbers(name + ".pool.weight", shape);
  if (load.error()) return block;
  block.pool = {.weights = load.made_constant(nn::depthwise_taps(taps, in, kKernel), kKernel),
                .bias = load.constant(name + ".pool.bias", in),
                .channels = in,
                .kernel = kKernel,
                .stride = 2,
                .padding = 1,
                .output_padding = 1};
  return block;
}

}  // namespace sotto::models::kokoro
