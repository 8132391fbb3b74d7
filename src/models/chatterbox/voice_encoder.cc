#include "models/chatterbox/voice_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/sound_limits.h"
#include "models/unit_vector.h"

namespace sotto::models::chatterbox {

using device::Tensor;

namespace {

constexpr size_t kWindow = 160;  // frames
constexpr size_t kStep = 77;     // 1.3 windows a second, rounded
// A last window is filled up with zeros where it is covered so far, or where there is no other.
constexpr double kLeastCovered = 0.8;

size_t windows_of(size_t frames) {
  const size_t steps = frames + kStep > kWindow ? (frames + kStep - kWindow) / kStep : 0;
  const size_t rest = frames + kStep > kWindow ? (frames + kStep - kWindow) % kStep : 0;
  const double covered = static_cast<double>(rest + kWindow - kStep) / kWindow;
  return steps + (steps == 0 || covered >= kLeastCovered ? 1 : 0);
}

}  // namespace

std::vector<float> VoiceEncoder::window(device::Device& d, std::span<const float> mel) const {
  const device::Frame frame(d);
  Tensor x = d.upload(mel, kWindow, this->mel());
  for (const Layer& layer : layers) {
    const Tensor y = d.make(x.rows, device::cols_of(layer.hidden));
    const device::Recurrence recurrence{.gates = layer.input(d, x), .w = layer.hidden.get()};
    d.lstm({&recurrence, 1}, y);
    x = y;
  }
  const Tensor e = proj(d, x.part(x.rows - 1, 1));
  d.activate(device::Activation::relu, e, e);
  const std::span<const float> read = d.read(e);
  std::vector<float> embedding(read.begin(), read.end());
  to_unit(embedding);
  return embedding;
}

std::vector<float> VoiceEncoder::operator()(device::Device& d, std::span<const float> mel,
                                            const Sight& see) const {
  const auto width = static_cast<size_t>(this->mel());
  const size_t count = windows_of(mel.size() / width);
  std::vector<float> all(mel.begin(), mel.end());
  all.resize((kWindow + kStep * (count - 1)) * width);
  std::vector<float> sum(static_cast<size_t>(rows_of(proj.w)));
  for (size_t i = 0; i < count; ++i) {
    const std::vector<float> e =
        window(d, std::span(all).subspan(i * kStep * width, kWindow * width));
    if (see.trace != nullptr)
      see.trace->see("", -1, fmt::format("voice_encoder.{}", i), e, static_cast<int>(e.size()));
    for (size_t j = 0; j < e.size(); ++j) sum[j] += e[j];
  }
  to_unit(sum);  // of the mean, too
  return sum;
}

VoiceEncoder load_voice_encoder(Loader& load) {
  VoiceEncoder encoder;
  const int count = [&] {
    int n = 0;
    while (load.has(fmt::format("lstm.weight_ih_l{}", n))) ++n;
    return n;
  }();
  load.require(count >= 1, "no tensor lstm.weight_ih_l0");
  auto width = static_cast<int>(load.shape_of("lstm.weight_ih_l0", 2)[1]);
  require_bands(load, "lstm.weight_ih_l0", width);
  const auto hidden = static_cast<int>(load.shape_of("lstm.weight_hh_l0", 2)[1]);
  for (int i = 0; i < count && !load.error(); ++i) {
    const int gates = 4 * hidden;
    std::vector<float> bias = load.numbers(fmt::format("lstm.bias_ih_l{}", i), gates);
    const std::vector<float> state = load.numbers(fmt::format("lstm.bias_hh_l{}", i), gates);
    VoiceEncoder::Layer layer;
    layer.input.w = load.rows_of_tensor(fmt::format("lstm.weight_ih_l{}", i), gates, width);
    layer.hidden = load.rows_of_tensor(fmt::format("lstm.weight_hh_l{}", i), gates, hidden);
    if (load.error()) break;
    for (size_t j = 0; j < bias.size(); ++j) bias[j] += state[j];
    layer.input.b = load.made_constant(bias);
    encoder.layers.push_back(std::move(layer));
    width = hidden;
  }
  const int size = size_of(load, "proj.bias");
  encoder.proj = {load.rows_of_tensor("proj.weight", size, hidden),
                  load.constant("proj.bias", size)};
  return encoder;
}

}  // namespace sotto::models::chatterbox
