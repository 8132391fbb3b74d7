#include "models/kokoro/predictor.h"

#include <fmt/format.h>

#include <cmath>

namespace sotto::models::kokoro {
namespace {

device::Tensor run_curve(const Predictor::Curve& curve, device::Device& d, const device::Tensor& h,
                         const device::Tensor& style, const Sight& see) {
  const device::Tensor y = d.make(2 * h.rows, 1);
  const device::Frame frame(d);
  device::Tensor x = h;
  for (const StyleBlock& block : curve.blocks) {
    x = block(d, x, style, see);
    see(block.name, x);
  }
  d.copy(curve.proj(d, x), y);
  see(curve.name, y);
  return y;
}

Predictor::Curve load_curve(Loader& load, const std::string& name, int width, int style) {
  const std::string block = "predictor." + name;
  const int half = width / 2;
  Predictor::Curve curve{.name = name, .blocks = {}, .proj = {}};
  curve.blocks.push_back(load_style_block(load, block + ".0", width, width, style, false));
  curve.blocks.push_back(load_style_block(load, block + ".1", width, half, style, true));
  curve.blocks.push_back(load_style_block(load, block + ".2", half, half, style, false));
  curve.proj = load_padded_conv(load, block + "_proj", half, 1, {});
  return curve;
}

}  // namespace

device::Tensor Predictor::encode(device::Device& d, const device::Tensor& x,
                                 const device::Tensor& style, const Sight& see) const {
  device::Tensor h = x;
  for (size_t i = 0; i < encoder.size(); ++i) {
    h = encoder[i].lstm(d, h, style);
    if (i == 0) see("predictor.encoder_lstm0", h);
    const device::Frame frame(d);
    const device::Tensor modulation = encoder[i].fc(d, style).as(2, h.cols);
    norm.in_place(d, h);
    d.scale_shift(h, 1, modulation.part(0, 1), modulation.part(1, 1), h);
  }
  see("predictor.encoder.out", h);
  return h;
}

std::vector<int> Predictor::durations(device::Device& d, const device::Tensor& encoded,
                                      const device::Tensor& style, float speed,
                                      const Sight& see) const {
  const device::Frame frame(d);
  const device::Tensor h = lstm(d, encoded, style);
  see("predictor.lstm", h);
  const device::Tensor logits = duration_proj(d, h);
  const std::span<const float> numbers = d.read(logits);
  std::vector<int> frames;
  std::vector<float> durations;
  for (int i = 0; i < logits.rows; ++i) {
    float sum = 0;
    for (int c = 0; c < logits.cols; ++c) {
      const float logit = numbers[static_cast<size_t>(i * logits.cols + c)];
      sum += 1.0f / (1.0f + std::exp(-logit));
    }
    durations.push_back(sum / speed);
    // Half to even, as torch rounds. What is not a number is one frame.
    const float rounded = std::nearbyint(durations.back());
    frames.push_back(rounded > 1 ? static_cast<int>(rounded) : 1);
  }
  if (see.trace != nullptr) see("duration", d.upload(durations, logits.rows, 1));
  return frames;
}

Predictor::Curves Predictor::curves(device::Device& d, const device::Tensor& encoded,
                                    const device::Tensor& style, const Sight& see) const {
  const device::Tensor h = shared(d, encoded, style);
  see("predictor.shared", h);
  return {.f0 = run_curve(f0, d, h, style, see), .n = run_curve(n, d, h, style, see)};
}

std::vector<int> repeated(std::span<const int> durations) {
  std::vector<int> rows;
  for (size_t i = 0; i < durations.size(); ++i)
    rows.insert(rows.end(), static_cast<size_t>(durations[i]), static_cast<int>(i));
  return rows;
}

Predictor load_predictor(Loader& load, const Config& config) {
  const int width = config.hidden_dim, style = config.style_dim;
  Predictor p;
  const auto size = static_cast<size_t>(width);
  p.norm = {.weight = load.made_constant(std::vector<float>(size, 1.0f)),
            .bias = load.made_constant(std::vector<float>(size, 0.0f))};
  for (int i = 0; i < config.n_layer && !load.error(); ++i) {
    const auto part = [](int number) {
      return fmt::format("predictor.text_encoder.lstms.{}", number);
    };
    p.encoder.push_back({.lstm = load_styled_lstm(load, part(2 * i), width, width, style),
                         .fc = load_linear(load, part(2 * i + 1) + ".fc", 2 * width, style)});
  }
  p.lstm = load_styled_lstm(load, "predictor.lstm", width, width, style);
  p.shared = load_styled_lstm(load, "predictor.shared", width, width, style);
  p.duration_proj =
      load_linear(load, "predictor.duration_proj.linear_layer", config.max_dur, width);
  p.f0 = load_curve(load, "F0", width, style);
  p.n = load_curve(load, "N", width, style);
  return p;
}

}  // namespace sotto::models::kokoro
