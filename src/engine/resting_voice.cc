#include "engine/resting_voice.h"

#include <utility>

namespace sotto::engine {

Result<std::unique_ptr<RestingVoice>> RestingVoice::open(Open open) {
  Result<std::unique_ptr<speech::Voice>> voice = open();
  if (!voice) return voice.error();
  return std::unique_ptr<RestingVoice>(new RestingVoice(std::move(open), *std::move(voice)));
}

RestingVoice::RestingVoice(Open open, std::unique_ptr<speech::Voice> voice)
    : open_(std::move(open)) {
  take(std::move(voice));
}

void RestingVoice::take(std::unique_ptr<speech::Voice> voice) {
  voice_ = std::move(voice);
  const std::lock_guard lock(mutex_);
  name_ = voice_->name();
  rate_hz_ = voice_->sample_rate_hz();
}

std::string RestingVoice::name() const {
  const std::lock_guard lock(mutex_);
  return name_;
}

int RestingVoice::sample_rate_hz() const {
  const std::lock_guard lock(mutex_);
  return rate_hz_;
}

Result<void> RestingVoice::speak(const std::string& text, std::stop_token stop,
                                 const speech::ChunkHandler& handler) {
  const std::lock_guard lock(speaking_);
  if (voice_ == nullptr) {
    Result<std::unique_ptr<speech::Voice>> voice = open_();
    if (!voice) return voice.error();
    take(*std::move(voice));
  }
  return voice_->speak(text, std::move(stop), handler);
}

void RestingVoice::rest() noexcept {
  const std::unique_lock lock(speaking_, std::try_to_lock);
  if (lock.owns_lock()) voice_.reset();
}

}  // namespace sotto::engine
