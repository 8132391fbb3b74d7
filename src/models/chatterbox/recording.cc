#include "models/chatterbox/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/chatterbox/reference_audio.h"
#include "models/sound_limits.h"
#include "signal/resampler.h"

namespace sotto::models::chatterbox {
namespace {

constexpr int kHeardHz = 16000;
constexpr size_t kLeastSamples = kSampleRateHz / 2, kMostSamples = size_t{600} * kSampleRateHz;
constexpr size_t kPromptSamples = size_t{10} * kSampleRateHz;

// librosa's: soxr, as many samples as the ratio says.
Result<std::vector<float>> resampled(std::span<const float> samples) {
  Result<signal::Resampler> resampler = signal::Resampler::create(kSampleRateHz, kHeardHz);
  if (!resampler) return resampler.error();
  std::vector<float> all;
  const auto first = resampler->process(samples);
  if (!first) return first.error();
  all.insert(all.end(), first->begin(), first->end());
  const auto rest = resampler->flush();
  if (!rest) return rest.error();
  all.insert(all.end(), rest->begin(), rest->end());
  all.resize((samples.size() * kHeardHz + kSampleRateHz - 1) / kSampleRateHz);
  return all;
}

Result<void> check_samples(std::span<const float> samples) {
  if (samples.size() < kLeastSamples || samples.size() > kMostSamples) {
    return Error{Errc::bad_argument,
                 fmt::format("a recording has {:.2f} seconds, expected 0.5 to {}",
                             static_cast<double>(samples.size()) / kSampleRateHz,
                             kMostSamples / kSampleRateHz)};
  }
  float loudest = 0;
  for (const float s : samples) {
    if (!std::isfinite(s))
      return Error{Errc::bad_argument, "a recording has a sample that is not finite"};
    loudest = std::max(loudest, std::abs(s));
  }
  if (loudest == 0) return Error{Errc::bad_argument, "a recording is silent, expected a voice"};
  return {};
}

}  // namespace

Result<std::shared_ptr<const Listener>> Listener::load(
    const checkpoint::Weights& s3gen, const checkpoint::Weights& voice,
    std::shared_ptr<const device::Backend> backend, const ListenerShape& shape) {
  Loader load(s3gen, std::nullopt, *backend), load_voice(voice, std::nullopt, *backend);
  const auto listener = std::shared_ptr<Listener>(new Listener());
  listener->tokenizer_ = load_s3_tokenizer(load, shape.tokenizer_heads);
  listener->campplus_ = load_campplus(load, shape.fbank_bands);
  listener->voice_encoder_ = load_voice_encoder(load_voice);
  listener->mel_ = size_of(load, "flow.encoder_proj.bias");
  require_bands(load, "flow.encoder_proj", listener->mel_);
  for (const Loader* each : {&load, &load_voice})
    if (each->error()) return *each->error();
  listener->fbank_bands_ = shape.fbank_bands;
  listener->backend_ = std::move(backend);
  return std::shared_ptr<const Listener>(listener);
}

Result<RecordedVoice> Listener::hear(std::span<const float> samples, int most_tokens) const {
  if (const auto r = check_samples(samples); !r) return r.error();
  const auto heard = resampled(samples);
  if (!heard) return heard.error();
  const auto d = backend_->open();
  const device::Frame frame(*d);
  const Sight see{*d, nullptr};
  const auto uploaded = [&](const Frames& f) { return d->upload(f.numbers, f.count(), f.bands); };

  RecordedVoice voice;
  const Frames powers = voice_mel(trimmed(*heard), voice_encoder_.mel());
  voice.speaker = voice_encoder_(*d, powers.numbers, see);
  const auto beginning =
      std::min(heard->size(), static_cast<size_t>(most_tokens) * (kHeardHz / 25));
  const Frames spectrum = tokenizer_mel(std::span(*heard).first(beginning), tokenizer_.mel());
  const int frames = std::min(spectrum.count(), 4 * most_tokens);
  voice.speech_tokens = tokenizer_(*d, uploaded(spectrum).part(0, frames), see);

  const auto first = samples.first(std::min(samples.size(), kPromptSamples));
  const std::vector<float> other = to_16khz(first);
  voice.prompt.mel = flow_mel(first, mel_).numbers;
  voice.prompt.tokens = tokenizer_(*d, uploaded(tokenizer_mel(other, tokenizer_.mel())), see);
  const size_t tokens = voice.prompt.mel.size() / static_cast<size_t>(mel_) / 2;
  voice.prompt.tokens.resize(std::min(voice.prompt.tokens.size(), tokens));
  voice.prompt.x_vector = campplus_(*d, uploaded(kaldi_fbank(other, fbank_bands_)), see);
  return voice;
}

}  // namespace sotto::models::chatterbox
