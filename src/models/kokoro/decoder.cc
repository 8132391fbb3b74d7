#include "models/kokoro/decoder.h"

#include <fmt/format.h>

namespace sotto::models::kokoro {
namespace {

device::Tensor beside(device::Device& d, std::span<const device::Tensor> parts) {
  int cols = 0;
  for (const device::Tensor& part : parts) cols += part.cols;
  const device::Tensor y = d.make(parts.front().rows, cols);
  d.concatenate(parts, y);
  return y;
}

}  // namespace

device::Tensor Decoder::operator()(device::Device& d, const device::Tensor& asr,
                                   const Predictor::Curves& curves, const device::Tensor& style,
                                   const Sight& see) const {
  const device::Tensor y = d.make(2 * asr.rows, decode.back().conv2.out());
  const device::Frame frame(d);
  const device::Tensor f = f0_conv(d, curves.f0), n = n_conv(d, curves.n), a = asr_res(d, asr);
  const device::Tensor first[] = {asr, f, n};
  device::Tensor x = encode(d, beside(d, first), style, see);
  see(encode.name, x);
  for (const StyleBlock& block : decode) {
    const device::Tensor next[] = {x, a, f, n};
    x = block(d, beside(d, next), style, see);
    see(block.name, x);
  }
  d.copy(x, y);
  return y;
}

Decoder load_decoder(Loader& load, const Config& config) {
  // No config has these two: upstream's code says 1024 and 64.
  const auto width = static_cast<int>(load.shape_of("decoder.encode.conv1.weight", 3)[0]);
  const auto residual = static_cast<int>(load.shape_of("decoder.asr_res.0.weight", 3)[0]);
  const int text = config.hidden_dim, style = config.style_dim;
  constexpr int kBlocks = 4, kCurves = 2;
  const ConvForm half{.kernel = 3, .stride = 2, .padding = 1};
  Decoder decoder{
      .f0_conv = load_padded_conv(load, "decoder.F0_conv", 1, 1, half),
      .n_conv = load_padded_conv(load, "decoder.N_conv", 1, 1, half),
      .asr_res = load_padded_conv(load, "decoder.asr_res.0", text, residual, {}),
      .encode = load_style_block(load, "decoder.encode", text + kCurves, width, style, false),
      .decode = {}};
  for (int i = 0; i < kBlocks; ++i) {
    const bool last = i == kBlocks - 1;
    decoder.decode.push_back(
        load_style_block(load, fmt::format("decoder.decode.{}", i), width + residual + kCurves,
                         last ? config.istftnet.upsample_initial_channel : width, style, last));
  }
  return decoder;
}

}  // namespace sotto::models::kokoro
