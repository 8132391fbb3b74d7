#include "models/chatterbox/layers.h"

#include <fmt/format.h>

namespace sotto::models::chatterbox {
namespace {

device::Tensor convolved(device::Device& d, const nn::PaddedConv1d& conv, const device::Tensor& x,
                         int before, int after) {
  const device::Tensor y = d.make(x.rows, conv.out());
  const device::Frame frame(d);
  const nn::ConvWindow window = nn::ConvWindow::padded(d, x.rows, conv.in, before, after);
  d.copy(x, window.now);
  d.convolve(window.all, conv.taps, conv.weights.into(y));
  return y;
}

}  // namespace

nn::Linear load_rows_linear(Loader& load, const std::string& name, int out, int in, bool bias) {
  return {.w = load.matrix(name + ".weight", out, in, device::Rows::prefill),
          .b = bias ? load.constant(name + ".bias", out) : device::Constant()};
}

nn::LayerNorm load_norm(Loader& load, const std::string& name, int size, float epsilon) {
  nn::LayerNorm norm = load.layer_norm(name, size);
  norm.epsilon = epsilon;
  return norm;
}

nn::PaddedConv1d load_conv(Loader& load, const std::string& name, int in,
                           device::ActivationQuant activations) {
  const auto shape = load.shape_of(name + ".weight", 3);
  return load_padded_conv(load, name, in, static_cast<int>(shape[0]),
                          {.kernel = static_cast<int>(shape[2]), .activations = activations});
}

device::Tensor looking_back(device::Device& d, const nn::PaddedConv1d& conv,
                            const device::Tensor& x) {
  return convolved(d, conv, x, conv.taps.kernel - 1, 0);
}

device::Tensor looking_ahead(device::Device& d, const nn::PaddedConv1d& conv,
                             const device::Tensor& x) {
  return convolved(d, conv, x, 0, conv.taps.kernel - 1);
}

int size_of(Loader& load, const std::string& name) {
  return static_cast<int>(load.shape_of(name, 1)[0]);
}

int count_of(const Loader& load, const std::string& name, const std::string& part) {
  int count = 0;
  while (load.has(fmt::format("{}.{}.{}", name, count, part))) ++count;
  return count;
}

}  // namespace sotto::models::chatterbox
