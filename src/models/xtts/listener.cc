#include "models/xtts/listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "signal/mel.h"
#include "signal/reflect_pad.h"
#include "signal/sinc_resampler.h"
#include "signal/spectrogram.h"

namespace sotto::models::xtts {
namespace {

// Constants of upstream's code that no file has.
constexpr int kSpeakerHz = 16000, kSpeakerBands = 64;
constexpr double kHighestHz = 8000;
constexpr double kLeastChunkSeconds = 0.33;  // of the last one; a shorter one is left out

template <class Number>
MelFrames in_bands(const signal::Spectrogram& s, const signal::MelBank& bank,
                   const Number& number) {
  MelFrames frames{.numbers = {}, .bands = static_cast<int>(bank.bands().size())};
  for (size_t t = 0; t < s.frames; ++t)
    for (size_t band = 0; band < bank.bands().size(); ++band)
      frames.numbers.push_back(static_cast<float>(number(band, bank.sum(band, s.frame(t)))));
  return frames;
}

// Each band over all frames to mean 0 and variance 1 (Ulyanov et al. 2016).
void normalize(MelFrames& mel) {
  const auto width = static_cast<size_t>(mel.bands);
  const double count = std::max(1, mel.count());
  for (size_t band = 0; band < width; ++band) {
    double sum = 0, squares = 0;
    for (size_t i = band; i < mel.numbers.size(); i += width) sum += mel.numbers[i];
    const double mean = sum / count;
    for (size_t i = band; i < mel.numbers.size(); i += width)
      squares += (mel.numbers[i] - mean) * (mel.numbers[i] - mean);
    const double scale = 1 / std::sqrt(squares / count + 1e-5);
    for (size_t i = band; i < mel.numbers.size(); i += width)
      mel.numbers[i] = static_cast<float>((mel.numbers[i] - mean) * scale);
  }
}

void add_to(std::vector<float>& sums, std::span<const float> numbers) {
  if (sums.empty()) sums.assign(numbers.size(), 0.0f);
  for (size_t i = 0; i < numbers.size(); ++i) sums[i] += numbers[i];
}

}  // namespace

MelFrames conditioning_mel(std::span<const float> samples, std::span<const float> stats) {
  constexpr int kRate = 22050, kSize = 2048;
  constexpr size_t kWindow = 1024;
  const signal::SpectrogramOptions options{
      .window = kWindow, .hop = 256, .fft_size = kSize, .partial_frame = false};
  const signal::MelBank bank(kRate, kSize,
                             {.bands = stats.size(),
                              .lowest_hz = 0,
                              .highest_hz = kHighestHz,
                              .scale = signal::MelScale::htk,
                              .norm = signal::MelNorm::area});
  const auto s = signal::spectrogram(signal::reflect_pad(samples, kWindow / 2), kRate, options);
  return in_bands(s, bank, [&](size_t band, double sum) {
    return std::log(std::max(sum, 1e-5)) / double{stats[band]};
  });
}

MelFrames speaker_mel(std::span<const float> samples, int bands) {
  constexpr size_t kWindow = 400;
  constexpr double kEmphasis = 0.97;
  const signal::SpectrogramOptions options{
      .window = kWindow, .hop = 160, .fft_size = 512, .partial_frame = false};
  std::vector<float> emphasized(samples.size());
  for (size_t i = 0; i < samples.size(); ++i) {  // the first one sees the second before it
    const float before = i > 0 ? samples[i - 1] : samples[1];
    emphasized[i] = static_cast<float>(samples[i] - kEmphasis * before);
  }
  std::vector<double> hamming(kWindow);
  for (size_t i = 0; i < kWindow; ++i)
    hamming[i] = 0.54 - 0.46 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / kWindow);
  const auto shape = [&](std::span<float> frame) {
    for (size_t i = 0; i < frame.size(); ++i) frame[i] = static_cast<float>(frame[i] * hamming[i]);
  };
  const signal::MelBank bank(kSpeakerHz, options.fft_size,
                             {.bands = static_cast<size_t>(bands),
                              .lowest_hz = 0,
                              .highest_hz = kHighestHz,
                              .scale = signal::MelScale::htk,
                              .norm = signal::MelNorm::height});
  const auto s =
      signal::spectrogram(signal::reflect_pad(emphasized, kWindow / 2), kSpeakerHz, options, shape);
  return in_bands(s, bank, [](size_t, double sum) { return std::log(sum + 1e-6); });
}

Result<std::shared_ptr<const Listener>> Listener::load(
    const checkpoint::Weights& weights, const Config& config,
    std::shared_ptr<const device::Backend> backend) {
  std::shared_ptr<Listener> listener(new Listener);
  Loader load(weights, std::nullopt, *backend);
  const auto d = static_cast<int>(load.shape_of("gpt.final_norm.weight", 1)[0]);
  load.require(d % config.heads == 0,
               fmt::format("gpt.final_norm.weight has {} columns, expected a multiple of {} heads",
                           d, config.heads));
  if (load.error()) return *load.error();
  listener->config_ = config;
  listener->conditioning_ = load_conditioning_encoder(load, d, config.heads);
  listener->mel_stats_ = load.numbers("mel_stats", listener->conditioning_.bands());
  listener->speaker_ = load_speaker_encoder(load, kSpeakerBands);
  const auto is_no_divisor = [](float x) { return !(std::abs(x) > 0) || !std::isfinite(x); };
  load.require(std::ranges::none_of(listener->mel_stats_, is_no_divisor),
               "mel_stats has numbers that nothing can be divided by");
  if (load.error()) return *load.error();
  listener->backend_ = std::move(backend);
  return std::shared_ptr<const Listener>(std::move(listener));
}

// The mean over chunks.
std::vector<float> Listener::latents_of(device::Device& d, std::span<const float> samples,
                                        const Sight& see) const {
  const auto rate = static_cast<size_t>(config_.input_sample_rate);
  const size_t chunk = rate * static_cast<size_t>(config_.cond_chunk_seconds);
  const auto least = static_cast<size_t>(kLeastChunkSeconds * static_cast<double>(rate));
  samples =
      samples.first(std::min(samples.size(), rate * static_cast<size_t>(config_.cond_seconds)));
  std::vector<float> sums;
  int count = 0;
  for (size_t i = 0; i < samples.size(); i += chunk) {
    const auto part = samples.subspan(i, std::min(chunk, samples.size() - i));
    if (part.size() < least) continue;
    const MelFrames mel = conditioning_mel(part, mel_stats_);
    const device::Frame frame(d);
    add_to(sums, conditioning_(d, d.upload(mel.numbers, mel.count(), mel.bands), see));
    ++count;
  }
  for (float& x : sums) x /= static_cast<float>(count);
  return sums;
}

std::vector<float> Listener::speaker_of(device::Device& d, std::span<const float> samples,
                                        const Sight& see) const {
  MelFrames mel = speaker_mel(
      signal::sinc_resampled(samples, config_.input_sample_rate, kSpeakerHz), kSpeakerBands);
  normalize(mel);
  const device::Frame frame(d);
  return speaker_(d, d.upload(mel.numbers, mel.count(), mel.bands), see);
}

Result<Voice> Listener::hear(std::span<const std::vector<float>> recordings, Trace* trace) const {
  const auto device = backend_->open();
  const Sight see{*device, trace};
  const auto rate = static_cast<size_t>(config_.input_sample_rate);
  Voice voice;
  std::vector<float> all;
  for (const std::vector<float>& recording : recordings) {
    const auto samples = std::span(recording).first(
        std::min(recording.size(), rate * static_cast<size_t>(config_.max_ref_seconds)));
    if (static_cast<double>(samples.size()) < kLeastChunkSeconds * static_cast<double>(rate))
      return Error{Errc::bad_argument,
                   fmt::format("a recording of {:.2f} seconds, expected at least {}",
                               static_cast<double>(samples.size()) / static_cast<double>(rate),
                               kLeastChunkSeconds)};
    add_to(voice.speaker, speaker_of(*device, samples, see));
    all.insert(all.end(), samples.begin(), samples.end());
  }
  if (all.empty()) return Error{Errc::bad_argument, "no recording to hear a voice in"};
  for (float& x : voice.speaker) x /= static_cast<float>(recordings.size());
  voice.latents = latents_of(*device, all, see);
  return voice;
}

}  // namespace sotto::models::xtts
