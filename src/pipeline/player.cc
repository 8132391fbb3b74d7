#include "pipeline/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sotto::pipeline {
namespace {

constexpr float kLoud = 0.005f;  // 46 dB below the loudest possible: what rooms drown

}  // namespace

Player::Player(audio::Sink* sink, bool real_time, std::function<void(const Utterance&)> finished,
               std::function<void(const Error&)> broken)
    : sink_(sink),
      real_time_(real_time),
      finished_(std::move(finished)),
      broken_(std::move(broken)) {}

void Player::take(const PlayItem& item, const std::stop_token& stop) {
  if (item.pause_ms > 0) pause(item, stop);
  if (!item.samples.empty()) play(item, stop);
  if (item.utterance != nullptr && !stop.stop_requested()) finish(*item.utterance, stop);
}

void Player::pause(const PlayItem& item, const std::stop_token& stop) {
  double ms = item.pause_ms;
  if (real_time_) {
    const Clock::duration passed = Clock::now() - audible_until_;
    ms -= std::max(0.0, std::chrono::duration<double, std::milli>(passed).count());
  }
  if (ms <= 0) return;
  silence_.assign(static_cast<size_t>(ms / 1000 * item.sample_rate_hz), 0.0f);
  write(silence_, item.sample_rate_hz, stop);
}

void Player::play(const PlayItem& item, const std::stop_token& stop) {
  const double begin_ms = given_ms_;
  if (!write(item.samples, item.sample_rate_hz, stop)) return;
  if (audio_ms_ == 0) begins_ms_ = begin_ms;
  note_loud(item, begin_ms);
  last_audio_ = Clock::now();
  if (first_audio_ == Clock::time_point{}) first_audio_ = last_audio_;
  audio_ms_ += 1000.0 * static_cast<double>(item.samples.size()) / item.sample_rate_hz;
}

// Voices begin and end with some silence, in which a caption has no place.
void Player::note_loud(const PlayItem& item, double begin_ms) {
  const auto is_loud = [](float x) { return std::abs(x) > kLoud; };
  const auto& samples = item.samples;
  const auto first = std::ranges::find_if(samples, is_loud);
  if (first == samples.end()) return;
  const auto last = std::find_if(samples.rbegin(), samples.rend(), is_loud).base();
  const auto place = [&](auto at) {
    return begin_ms + 1000.0 * static_cast<double>(at - samples.begin()) / item.sample_rate_hz;
  };
  if (!loud_from_ms_) loud_from_ms_ = place(first);
  loud_to_ms_ = place(last);
}

bool Player::write(std::span<const float> samples, int sample_rate_hz,
                   const std::stop_token& stop) {
  if (sink_ == nullptr || sink_broken_ || samples.empty()) return false;
  if (!check(sink_->write({samples, sample_rate_hz}, stop), stop)) return false;
  const auto length = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(static_cast<double>(samples.size()) / sample_rate_hz));
  given_ms_ += 1000.0 * static_cast<double>(samples.size()) / sample_rate_hz;
  audible_until_ = std::max(audible_until_, Clock::now()) + length;
  return true;
}

bool Player::check(const Result<void>& result, const std::stop_token& stop) {
  if (result) return true;
  // `cancelled` without our asking: who listened has gone.
  if (!stop.stop_requested() && !sink_broken_) {
    sink_broken_ = true;
    broken_(result.error());
  }
  return false;
}

void Player::finish(Utterance& utterance, const std::stop_token& stop) {
  if (first_audio_ != Clock::time_point{} && !sink_broken_) {
    check(sink_->end_utterance(stop), stop);
    last_audio_ = Clock::now();
  }
  utterance.times.first_audio = std::exchange(first_audio_, {});
  utterance.times.last_audio = std::exchange(last_audio_, {});
  utterance.audio_ms = std::exchange(audio_ms_, 0);
  utterance.begins_ms = utterance.audio_ms > 0 ? begins_ms_ : given_ms_;
  utterance.loud_from_ms = std::exchange(loud_from_ms_, std::nullopt).value_or(utterance.begins_ms);
  utterance.loud_to_ms =
      std::exchange(loud_to_ms_, std::nullopt).value_or(utterance.begins_ms + utterance.audio_ms);
  if (utterance.audio_ms > 0) {
    utterance.words =
        spoken_words(utterance.translation.sentence.text, utterance.voice_words,
                     {utterance.begins_ms, utterance.loud_from_ms, utterance.loud_to_ms});
  }
  utterance.heard = utterance.heard && sink_ != nullptr && !sink_broken_;
  finished_(utterance);
}

}  // namespace sotto::pipeline
