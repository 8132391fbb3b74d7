#include "models/chatterbox/s3gen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "models/noise.h"
#include "models/unit_vector.h"
#include "models/weight_norm.h"

namespace sotto::models::chatterbox {

using device::Tensor;

namespace {

constexpr int kMostSteps = 1000;
// 80 seconds, for whose encoder attention needs about 2 GB.
constexpr size_t kMostSpeechTokens = 2000;

Error bad_speech(std::string what) { return {Errc::bad_argument, std::move(what)}; }
Error speech_stopped() { return {Errc::cancelled, "speaking was stopped"}; }

Result<void> check_tokens(std::span<const int> tokens, const S3Gen& model) {
  for (const int token : tokens) {
    if (token >= 0 && token < model.vocabulary()) continue;
    return bad_speech(
        fmt::format("speech token {}, expected 0 to {}", token, model.vocabulary() - 1));
  }
  return {};
}

Result<void> check_prompt(const SpeechPrompt& prompt, const S3Gen& model) {
  if (const auto r = check_tokens(prompt.tokens, model); !r) return r.error();
  const auto mel = static_cast<size_t>(model.mel());
  const size_t frames = prompt.mel.size() / mel;
  if (prompt.mel.empty() || prompt.mel.size() % mel != 0 || frames / 2 != prompt.tokens.size()) {
    return bad_speech(fmt::format(
        "a voice has {} numbers of a spectrum for {} speech tokens, expected {} for each",
        prompt.mel.size(), prompt.tokens.size(), 2 * mel));
  }
  if (prompt.tokens.size() > kMostSpeechTokens) {
    return bad_speech(fmt::format("a voice has {} speech tokens, expected at most {}",
                                  prompt.tokens.size(), kMostSpeechTokens));
  }
  if (prompt.x_vector.size() != static_cast<size_t>(model.speaker_size())) {
    return bad_speech(fmt::format("a voice has an x-vector of {} numbers, expected {}",
                                  prompt.x_vector.size(), model.speaker_size()));
  }
  for (const std::vector<float>* numbers : {&prompt.mel, &prompt.x_vector}) {
    for (const float x : *numbers)
      if (!std::isfinite(x)) return bad_speech("a voice has a number that is not finite");
  }
  return {};
}

// int8 where the matrices are stored so: their convolutions, which stay floats in the file, are
// then as good in that.
std::optional<quant::Scheme> stored_scheme(const checkpoint::Weights& weights) {
  const checkpoint::StoredTensor* first = weights.find("flow.encoder.embed.out.0.weight");
  if (first == nullptr || first->dtype != checkpoint::DType::i8) return std::nullopt;
  return quant::Scheme{quant::Scheme::Kind::int8};
}

}  // namespace

void fade_in(std::span<float> wave) {
  constexpr size_t kFade = kSampleRateHz / 50;
  for (size_t i = 0; i < std::min(wave.size(), 2 * kFade); ++i) {
    const double share = static_cast<double>(i) - kFade;
    const double angle = std::numbers::pi * (1 - share / (kFade - 1));
    wave[i] *= i < kFade ? 0 : static_cast<float>((std::cos(angle) + 1) / 2);
  }
}

S3Gen::S3Gen(Flow flow, Hift hift, size_t bytes, std::shared_ptr<const device::Backend> backend)
    : flow_(std::move(flow)), hift_(std::move(hift)), bytes_(bytes), backend_(std::move(backend)) {}

Result<std::shared_ptr<const S3Gen>> S3Gen::load(std::shared_ptr<const checkpoint::Weights> weights,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend,
                                                 const S3GenShape& shape) {
  const auto plain =
      fold_weight_norms(std::move(weights), [](const std::string& name) { return name; });
  if (!plain) return plain.error();
  Loader load(**plain, scheme, *backend, scheme ? scheme : stored_scheme(**plain));
  Flow flow = load_flow(load, shape.estimator_heads);
  if (load.error()) return *load.error();
  Hift hift = load_hift(load, flow.mel());
  if (load.error()) return *load.error();
  return std::shared_ptr<const S3Gen>(
      new S3Gen(std::move(flow), std::move(hift), load.bytes(), std::move(backend)));
}

Result<std::unique_ptr<S3GenSession>> S3GenSession::open(std::shared_ptr<const S3Gen> model,
                                                         const SpeechPrompt& prompt, Trace* trace) {
  if (const auto r = check_prompt(prompt, *model); !r) return r.error();
  return std::unique_ptr<S3GenSession>(new S3GenSession(std::move(model), prompt, trace));
}

S3GenSession::S3GenSession(std::shared_ptr<const S3Gen> model, const SpeechPrompt& prompt,
                           Trace* trace)
    : model_(std::move(model)),
      trace_(trace),
      device_(model_->backend().open()),
      tokens_(prompt.tokens),
      prompt_tokens_(prompt.tokens.size()),
      speaker_(device_->make_cache(model_->mel())),
      prompt_(device_->make_cache(model_->mel())),
      positions_(*device_, model_->flow().encoder.cols()) {
  device::Device& d = *device_;
  const device::Frame frame(d);
  const nn::Linear& speaker = model_->flow().speaker;
  std::vector<float> x_vector = prompt.x_vector;
  to_unit(x_vector);
  const Tensor x = d.upload(x_vector, 1, model_->speaker_size());
  d.linear(x, speaker.w, speaker.b, speaker_->append(1));
  const int frames = static_cast<int>(prompt.mel.size()) / model_->mel();
  d.upload(prompt.mel, prompt_->append(frames));
}

int S3GenSession::frames_of(size_t tokens) const {
  return 2 * static_cast<int>(prompt_tokens_ + tokens) - prompt_->rows();
}

size_t S3GenSession::prompt_frames() const { return static_cast<size_t>(prompt_->rows()); }

Result<void> S3GenSession::check(std::span<const int> tokens, int steps) const {
  if (const auto r = check_tokens(tokens, *model_); !r) return r.error();
  if (tokens.empty() || prompt_tokens_ + tokens.size() > kMostSpeechTokens) {
    return bad_speech(fmt::format("{} speech tokens with a prompt of {}, expected 1 to {}",
                                  tokens.size(), prompt_tokens_,
                                  kMostSpeechTokens - prompt_tokens_));
  }
  if (steps >= 0 && steps <= kMostSteps) return {};
  return bad_speech(fmt::format("{} steps of the flow, expected 0 to {}", steps, kMostSteps));
}

std::vector<float> S3GenSession::flow_noise(size_t tokens, uint64_t seed) const {
  const size_t frames = prompt_frames() + static_cast<size_t>(frames_of(tokens));
  std::vector<float> noise(frames * static_cast<size_t>(model_->mel()));
  SeededNoise(seed, 1).fill(noise);
  return noise;
}

Result<std::vector<float>> S3GenSession::speak(std::span<const int> tokens, const Options& options,
                                               const std::stop_token& stop) {
  if (const auto r = check(tokens, options.steps); !r) return r.error();
  const Source& source = model_->hift().source;
  const auto samples = static_cast<size_t>(frames_of(tokens.size()) * source.samples_per_frame);
  const SpeechDraws draws{
      .flow = flow_noise(tokens.size(), options.seed),
      .source = draw_source(source_seed(options.seed), 0, samples, source.merge.count())};
  return speak(tokens, draws, options.steps, stop);
}

Result<std::vector<float>> S3GenSession::speak(std::span<const int> tokens,
                                               const SpeechDraws& draws, int steps,
                                               const std::stop_token& stop) {
  const auto mel = spectrum(tokens, draws.flow, steps, stop);
  if (!mel) return mel.error();
  Past past{.turns = model_->hift().source.start(), .f0 = {}};
  std::vector<float> wave = sound({*mel}, draws.source, past, stop);
  if (stop.stop_requested()) return speech_stopped();
  fade_in(wave);
  return wave;
}

Result<std::vector<float>> S3GenSession::spectrum(std::span<const int> tokens,
                                                  std::span<const float> noise, int steps,
                                                  const std::stop_token& stop) {
  if (const auto r = check(tokens, steps); !r) return r.error();
  if (stop.stop_requested()) return speech_stopped();
  const Flow& flow = model_->flow();
  device::Device& d = *device_;
  const device::Frame frame(d);
  const Sight see{d, trace_};
  tokens_.resize(prompt_tokens_);
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());

  const Tensor mu = flow.encoder(d, tokens_, positions_, see);
  if (stop.stop_requested()) return speech_stopped();
  const FlowConditions given{.mu = mu, .speaker = speaker_->all(), .prompt = prompt_->all()};
  assert(noise.size() == mu.size());
  const Tensor x = d.upload(noise, mu.rows, mu.cols);
  flow.run(d, given, x, steps == 0 ? flow.default_steps() : steps, see, stop);
  if (stop.stop_requested()) return speech_stopped();
  const Tensor mel = x.part(prompt_->rows(), frames_of(tokens.size()));
  see("mel", mel);
  const std::span<const float> numbers = d.read(mel);
  return std::vector<float>(numbers.begin(), numbers.end());
}

std::vector<float> S3GenSession::sound(const Window& window, const SourceDraws& draws, Past& past,
                                       const std::stop_token& stop) {
  const Hift& hift = model_->hift();
  device::Device& d = *device_;
  const device::Frame frame(d);
  const int frames = static_cast<int>(window.mel.size()) / model_->mel();
  const Tensor mel = d.upload(window.mel, frames, model_->mel());
  std::vector<float> f0 = hift.f0(d, mel);
  if (stop.stop_requested()) return {};
  std::ranges::copy(past.f0, f0.begin());  // at its edge the predictor heard zeros
  const auto before = static_cast<size_t>(window.next);
  std::vector<float> source = hift.source(std::span(f0).first(before), draws, 0, past.turns);
  past.f0.assign(f0.begin() + window.next, f0.begin() + window.heard);
  Source::Turns behind = past.turns;
  const std::vector<float> rest =
      hift.source(std::span(f0).subspan(before), draws, source.size(), behind);
  source.insert(source.end(), rest.begin(), rest.end());
  return hift(d, mel, source, Sight{d, trace_}, stop);
}

}  // namespace sotto::models::chatterbox
