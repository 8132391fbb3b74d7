#include "models/kokoro/text_encoder.h"

#include <fmt/format.h>

#include <array>

namespace sotto::models::kokoro {

device::Tensor TextEncoder::operator()(device::Device& d, std::span<const int> ids,
                                       const Sight& see) const {
  device::Tensor x = d.gather(embedding.tensor, ids);
  for (size_t i = 0; i < cnn.size(); ++i) {
    x = cnn[i].conv(d, x);
    cnn[i].norm.in_place(d, x);
    d.leaky_relu(0.2f, x, x);
    see(fmt::format("text_encoder.cnn.{}", i), x);
  }
  const device::Tensor y = lstm(d, x);
  see("text_encoder.out", y);
  return y;
}

TextEncoder load_text_encoder(Loader& load, const Config& config) {
  const int width = config.hidden_dim;
  const std::array<int64_t, 2> shape = {config.n_token, width};
  TextEncoder encoder{.embedding = load.made_constant(
                          load.numbers("text_encoder.embedding.weight", shape), config.n_token),
                      .cnn = {},
                      .lstm = {}};
  for (int i = 0; i < config.n_layer && !load.error(); ++i) {
    const std::string layer = fmt::format("text_encoder.cnn.{}.", i);
    encoder.cnn.push_back({.conv = load_padded_conv(load, layer + "0", width, width,
                                                    {.kernel = config.text_encoder_kernel_size}),
                           .norm = {.weight = load.constant(layer + "1.gamma", width),
                                    .bias = load.constant(layer + "1.beta", width)}});
  }
  encoder.lstm = load_lstm(load, "text_encoder.lstm", width, width);
  return encoder;
}

}  // namespace sotto::models::kokoro
