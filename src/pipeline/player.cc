#include "pipeline/player.h"

#include <algorithm>
#include <utility>

namespace sotto::pipeline {

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
  if (!write(item.samples, item.sample_rate_hz, stop)) return;
  last_audio_ = Clock::now();
  if (first_audio_ == Clock::time_point{}) first_audio_ = last_audio_;
  audio_ms_ += 1000.0 * static_cast<double>(item.samples.size()) / item.sample_rate_hz;
}

bool Player::write(std::span<const float> samples, int sample_rate_hz,
                   const std::stop_token& stop) {
  if (sink_ == nullptr || sink_broken_ || samples.empty()) return false;
  if (!check(sink_->write({samples, sample_rate_hz}, stop), stop)) return false;
  const auto length = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(static_cast<double>(samples.size()) / sample_rate_hz));
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
  utterance.heard = utterance.heard && sink_ != nullptr && !sink_broken_;
  finished_(utterance);
}

}  // namespace sotto::pipeline
