#include "models/chatterbox/stream.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sotto::models::chatterbox {

namespace {

// From `before` to `wave`, whose beginnings are of the same moment.
void cross_fade(std::span<const float> before, std::span<float> wave) {
  const size_t count = std::min(before.size(), wave.size());
  for (size_t i = 0; i < count; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const auto weight = static_cast<float>((1 - std::cos(std::numbers::pi * share)) / 2);
    wave[i] = before[i] + weight * (wave[i] - before[i]);
  }
}

}  // namespace

Result<std::vector<float>> SpeechStream::push(std::span<const int> tokens, bool last,
                                              const std::stop_token& stop) {
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  const size_t sure =
      last ? tokens_.size() : tokens_.size() - std::min(tokens_.size(), kTokensAhead);
  const int frames = sure == 0 ? 0 : session_.frames_of(sure);
  if (!last && frames <= given_ + kOverlap) return std::vector<float>();
  const auto noise = session_.flow_noise(tokens_.size(), options_.seed);
  auto made = session_.spectrum(tokens_, noise, options_.steps, stop);
  if (!made) return made.error();
  const auto mel = static_cast<size_t>(session_.model().mel());
  made->resize(static_cast<size_t>(frames) * mel);
  std::copy_n(mel_.begin(), static_cast<size_t>(given_) * mel, made->begin());
  mel_ = *std::move(made);
  return heard(frames, last, stop);
}

// The sound of the frames of mel_, `frames` in all, that was not heard yet.
Result<std::vector<float>> SpeechStream::heard(int frames, bool last, const std::stop_token& stop) {
  const Source& source = session_.model().hift().source;
  const auto samples = [&](int n) { return static_cast<size_t>(n * source.samples_per_frame); };
  const auto mel = static_cast<size_t>(session_.model().mel());
  const int first = std::max(0, given_ - kBefore), end = last ? frames : frames - kOverlap;
  const int next = std::max(0, end - kBefore);
  const SourceDraws draws = draw_source(source_seed(options_.seed), samples(first),
                                        samples(frames - first), source.merge.count());
  const auto window = std::span(mel_).subspan(static_cast<size_t>(first) * mel);
  std::vector<float> wave = session_.sound(
      {.mel = window, .next = next - first, .heard = end - first}, draws, past_, stop);
  if (stop.stop_requested()) return Error{Errc::cancelled, "speaking was stopped"};
  if (first == 0) fade_in(wave);
  wave.erase(wave.begin(), wave.begin() + static_cast<std::ptrdiff_t>(samples(given_ - first)));
  cross_fade(overlap_, wave);
  const auto kept = wave.begin() + static_cast<std::ptrdiff_t>(samples(end - given_));
  overlap_.assign(kept, wave.end());
  wave.erase(kept, wave.end());
  given_ = end;
  return wave;
}

}  // namespace sotto::models::chatterbox
