#include "models/chatterbox/hift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "base/bounded.h"
#include "models/noise.h"
#include "models/sound_limits.h"

namespace sotto::models::chatterbox {

using device::Tensor;

std::vector<float> F0Predictor::operator()(device::Device& d, const Tensor& mel) const {
  const device::Frame frame(d);
  Tensor x = mel;
  for (const nn::PaddedConv1d& conv : convs) {
    x = conv(d, x);
    d.activate(device::Activation::elu, x, x);
  }
  const std::span<const float> raw = d.read(classifier(d, x));
  std::vector<float> f0;
  for (const float hz : raw) f0.push_back(std::abs(hz));
  return f0;
}

SourceDraws draw_source(uint64_t seed, size_t first, size_t samples, size_t harmonics) {
  SourceDraws draws{.phases = std::vector<float>(harmonics),
                    .noise = std::vector<float>(samples * harmonics)};
  for (size_t i = 1; i < harmonics; ++i) {
    const double turn = even_at(seed, i) - 0.5;
    draws.phases[i] = static_cast<float>(2 * std::numbers::pi * turn);
  }
  for (size_t k = 0; k < draws.noise.size(); ++k)
    draws.noise[k] = noise_at(seed, (first + 1) * harmonics + k);
  return draws;
}

std::vector<float> Source::operator()(std::span<const float> f0, const SourceDraws& draws,
                                      size_t drawn, Turns& turns) const {
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  const size_t count = merge.count(), per_frame = static_cast<size_t>(samples_per_frame);
  std::vector<float> harmonics(f0.size() * per_frame * count);
  assert(draws.phases.size() == count && turns.size() == count);
  assert(draws.noise.size() >= drawn * count + harmonics.size());
  const float* noise = draws.noise.data() + drawn * count;
  for (size_t t = 0; t < f0.size() * per_frame; ++t) {
    const float hz = f0[t / per_frame];
    const bool voiced = hz > kVoicedHz;
    for (size_t i = 0; i < count; ++i) {
      turns[i] += double{hz * static_cast<float>(i + 1) / kSampleRateHz};
      const auto sum = static_cast<float>(turns[i]);
      float value = (voiced ? kVoicedNoise : kUnvoicedNoise) * noise[t * count + i];
      if (voiced) {
        const float phase = kTurn * (sum - std::floor(sum)) + (i == 0 ? 0 : draws.phases[i]);
        value += static_cast<float>(kSineAmplitude) * std::sin(phase);
      }
      harmonics[t * count + i] = value;
    }
  }
  return merge(harmonics);
}

void SnakeBlock::operator()(device::Device& d, const Tensor& x, const std::stop_token& stop) const {
  const auto heard = [&](const Half& half, const Tensor& from) {
    const nn::ConvWindow window = half.conv.window(d, from.rows);
    d.snake(from, half.alpha.tensor, window.now);
    return window;
  };
  for (size_t j = 0; j < first.size() && !stop.stop_requested(); ++j) {
    const device::Frame frame(d);
    const Tensor h = first[j].conv(d, heard(first[j], x));
    second[j].conv.add_to(d, heard(second[j], h), x);
  }
}

std::vector<float> Hift::operator()(device::Device& d, const Tensor& mel,
                                    std::span<const float> source, const Sight& see,
                                    const std::stop_token& stop) const {
  const device::Frame frame(d);
  const Tensor x = conv_pre(d, mel);
  see("generator.conv_pre", x);
  const auto make_har = [&] {
    const Tensor har =
        d.upload(stft.rectangular(source), stft.columns(source.size()), 2 * stft.bins());
    see("generator.source_stft", har);
    return har;
  };
  const auto apply = [&](const SnakeBlock& block, const Tensor& y) { block(d, y, stop); };
  const Tensor made = generator(d, x, make_har, apply, see, stop);
  if (stop.stop_requested()) return {};
  constexpr float kMostMagnitude = 100, kMostSample = 0.99f;
  std::vector<float> wave = to_sound(d.read(made), stft, kMostMagnitude);
  for (float& s : wave) s = std::clamp(s, -kMostSample, kMostSample);
  return wave;
}

namespace {

constexpr const char* kVocoder = "mel2wav.";
constexpr std::array<int, 3> kDilations = {1, 3, 5};  // upstream's code says so
// Upstream: 480 samples a frame, of 120 steps of a spectrum of 16 points. A text of minutes has
// some thousand frames.
constexpr int kMostSamplesPerFrame = 4800, kMostSpectrum = 256 + 2;

F0Predictor load_f0(Loader& load, int mel) {
  const std::string name = std::string(kVocoder) + "f0_predictor.";
  F0Predictor f0;
  int width = mel;
  for (int i = 0; !load.error(); i += 2) {  // an ELU behind each
    const std::string conv = fmt::format("{}condnet.{}", name, i);
    if (!load.has(conv + ".weight")) break;
    f0.convs.push_back(load_conv(load, conv, width));
    width = f0.convs.back().out();
  }
  f0.classifier = {load.rows_of_tensor(name + "classifier.weight", 1, width),
                   load.constant(name + "classifier.bias", 1)};
  return f0;
}

SnakeBlock load_snake_block(Loader& load, const std::string& name, int width) {
  const auto kernel = static_cast<int>(load.shape_of(name + ".convs1.0.weight", 3)[2]);
  load.require(kernel % 2 == 1,
               fmt::format("{}.convs1.0 is {} wide, expected an odd number", name, kernel));
  const auto half = [&](int number, size_t j, int dilation) {
    // Upstream divides by alpha + 1e-9, which matters only for alpha == 0.
    std::vector<float> alpha =
        load.numbers(fmt::format("{}.activations{}.{}.alpha", name, number, j), width);
    for (float& a : alpha) a += 1e-9f;
    return SnakeBlock::Half{
        .alpha = load.made_constant(alpha),
        .conv = load_padded_conv(load, fmt::format("{}.convs{}.{}", name, number, j), width, width,
                                 {.kernel = kernel,
                                  .dilation = dilation,
                                  .activations = device::ActivationQuant::dynamic_per_token})};
  };
  SnakeBlock block;
  for (size_t j = 0; j < kDilations.size() && !load.error(); ++j) {
    block.first.push_back(half(1, j, kDilations[j]));
    block.second.push_back(half(2, j, 1));
  }
  return block;
}

// A stage makes its signal half as many times longer as its kernel is wide (16, 11 and 7: 8, 5 and
// 3).
std::vector<int> kernels_of_ups(Loader& load) {
  std::vector<int> kernels;
  const int count = count_of(load, std::string(kVocoder) + "ups", "weight");
  for (int i = 0; i < count; ++i) {
    const auto shape = load.shape_of(fmt::format("{}ups.{}.weight", kVocoder, i), 3);
    kernels.push_back(static_cast<int>(shape[2]));
    load.require(shape[2] >= 4 && shape[2] <= 64 && (shape[2] - shape[2] / 2) % 2 == 0,
                 fmt::format("{}ups.{} is {} wide, expected 16, 11 or 7", kVocoder, i, shape[2]));
  }
  load.require(count >= 1 && count <= 8, fmt::format("{}ups are {}, expected 3", kVocoder, count));
  return kernels;
}

int samples_per_frame_of(Loader& load, const std::vector<int>& kernels, int hop) {
  std::vector<int64_t> rates = {hop};
  for (const int kernel : kernels) rates.push_back(kernel / 2);
  const int64_t samples = bounded_product(rates, kMostSamplesPerFrame);
  load.require(samples >= 1 && samples <= kMostSamplesPerFrame,
               fmt::format("the {} {}ups make more than {} samples of a frame, expected 480",
                           kernels.size(), kVocoder, kMostSamplesPerFrame));
  return load.error() ? 1 : static_cast<int>(samples);
}

IstftGenerator<SnakeBlock> load_hift_generator(Loader& load, int width, int spectrum,
                                               const std::vector<int>& kernels) {
  const std::string name = kVocoder;
  const size_t stages = kernels.size();
  const auto blocks = static_cast<size_t>(count_of(load, name + "resblocks", "convs1.0.weight"));
  load.require(stages != 0 && blocks % stages == 0 && blocks != 0,
               fmt::format("{}resblocks are {} for {} stages", name, blocks, stages));
  load.require(width % (1 << std::min<size_t>(stages, 8)) == 0,
               fmt::format("{}conv_pre has {} outputs, expected a number that {} stages can halve",
                           name, width, stages));
  IstftGenerator<SnakeBlock> generator;
  if (load.error()) return generator;
  int stride = 1;
  for (const int kernel : kernels) stride *= kernel / 2;
  for (size_t i = 0; i < stages && !load.error(); ++i) {
    const int kernel = kernels[i], rate = kernel / 2, out = width / 2;
    stride /= rate;
    const bool last = i + 1 == stages;
    IstftGenerator<SnakeBlock>::Stage stage{
        .noise_conv = load_padded_conv(
            load, fmt::format("{}source_downs.{}", name, i), spectrum, out,
            last ? ConvForm{.kernel = 1}
                 : ConvForm{.kernel = 2 * stride, .stride = stride, .padding = stride / 2}),
        .noise_block = load_snake_block(load, fmt::format("{}source_resblocks.{}", name, i), out),
        .up = load_transposed_conv(load, fmt::format("{}ups.{}", name, i), width, out, kernel, rate,
                                   device::ActivationQuant::dynamic_per_token),
        .blocks = {}};
    const size_t per_stage = blocks / stages;
    for (size_t j = i * per_stage; j < (i + 1) * per_stage && !load.error(); ++j)
      stage.blocks.push_back(load_snake_block(load, fmt::format("{}resblocks.{}", name, j), out));
    generator.stages.push_back(std::move(stage));
    width = out;
  }
  generator.conv_post = load_padded_conv(load, name + "conv_post", width, spectrum, {.kernel = 7});
  return generator;
}

}  // namespace

Hift load_hift(Loader& load, int mel) {
  const std::string name = kVocoder;
  const int spectrum = size_of(load, name + "conv_post.bias");
  load.require(spectrum >= 10 && spectrum <= kMostSpectrum && (spectrum - 2) % 8 == 0,
               fmt::format("{}conv_post has {} outputs, expected 18", name, spectrum));
  const int size = load.error() ? 8 : spectrum - 2, hop = size / 4;
  const std::vector<int> kernels = kernels_of_ups(load);
  const int samples_per_frame = samples_per_frame_of(load, kernels, hop);
  const int width = size_of(load, name + "conv_pre.bias");
  for (size_t i = 0, made = 1; i < kernels.size() && !load.error(); ++i) {
    made *= static_cast<size_t>(kernels[i] / 2);
    require_stage(load, fmt::format("{}ups.{}", name, i), static_cast<int64_t>(made),
                  width >> (i + 1));
  }
  return {.f0 = load_f0(load, mel),
          .source = {.merge = load_harmonic_merge(load, name + "m_source.l_linear"),
                     .samples_per_frame = samples_per_frame},
          .stft = signal::Stft(size, hop),
          .conv_pre = load_padded_conv(load, name + "conv_pre", mel, width, {.kernel = 7}),
          .generator = load_hift_generator(load, width, spectrum, kernels)};
}

}  // namespace sotto::models::chatterbox
