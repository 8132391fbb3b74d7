#include "engine/resting_voice.h"

namespace sotto::engine {

Result<std::unique_ptr<RestingVoice>> RestingVoice::open(Open open, bool rests) {
  std::unique_ptr<RestingVoice> resting(new RestingVoice(std::move(open), rests));
  if (const Result<void> taken = resting->take(); !taken) return taken.error();
  if (rests) resting->voice_.reset();
  return resting;
}

Result<void> RestingVoice::take() {
  Result<std::unique_ptr<speech::Voice>> voice = open_();
  if (!voice) return voice.error();
  voice_ = *std::move(voice);
  const std::lock_guard lock(mutex_);
  name_ = voice_->name();
  rate_hz_ = voice_->sample_rate_hz();
  takes_phonemes_ = voice_->takes_phonemes();
  return {};
}

std::string RestingVoice::name() const {
  const std::lock_guard lock(mutex_);
  return name_;
}

int RestingVoice::sample_rate_hz() const {
  const std::lock_guard lock(mutex_);
  return rate_hz_;
}

bool RestingVoice::takes_phonemes() const {
  const std::lock_guard lock(mutex_);
  return takes_phonemes_;
}

bool RestingVoice::set_rate(double rate) {
  if (voice_ == nullptr && !take()) return false;  // who speaks hears why
  return voice_->set_rate(rate);
}

Result<void> RestingVoice::speak(const std::string& text, std::stop_token stop,
                                 const speech::ChunkHandler& handler) {
  if (voice_ == nullptr) {
    if (Result<void> taken = take(); !taken) return taken;
  }
  voice_->set_live(is_live_);
  Result<void> said = voice_->speak(text, std::move(stop), handler);
  const std::span<const speech::WordTime> words = voice_->words();
  words_.assign(words.begin(), words.end());
  if (rests_) voice_.reset();
  return said;
}

}  // namespace sotto::engine
