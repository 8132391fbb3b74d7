#include "speaker/speaker_output.h"

#include <utility>

#include "base/log.h"

namespace sotto::speaker {

SpeakerOutput::SpeakerOutput(OpenSink open, bool can_reopen, Sounding sounding)
    : open_(std::move(open)), can_reopen_(can_reopen), sounding_(std::move(sounding)) {}

SpeakerOutput::~SpeakerOutput() {
  if (sink_ != nullptr && !sink_->finish()) log::debug("the speaker's sound is not complete");
}

Result<void> SpeakerOutput::open() {
  if (is_open()) return {};
  auto sink = open_();
  if (!sink) return sink.error();
  const std::lock_guard lock(mutex_);
  sink_ = *std::move(sink);
  sink_->hold(held_);
  return {};
}

void SpeakerOutput::close() {
  std::unique_ptr<audio::Sink> closed;  // behind the lock: a sound card takes its time
  const std::lock_guard lock(mutex_);
  closed = std::move(sink_);
}

bool SpeakerOutput::is_open() const {
  const std::lock_guard lock(mutex_);
  return sink_ != nullptr;
}

Result<void> SpeakerOutput::write(const audio::Chunk& chunk, std::stop_token stop) {
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [&] { return !held_; }))
      return Error{Errc::cancelled, "the speaker was stopped"};
    if (sounding_) sounding_(true);
  }
  if (sink_ == nullptr) return Error{Errc::io, "the speaker's sound is broken"};
  Result<void> written = sink_->write(chunk, stop);
  if (written || written.error().code == Errc::cancelled) return written;
  close();
  if (!can_reopen_ || !open()) return written;
  log::warn("{}; the sound goes on, on the device that is the default now",
            written.error().message);
  written = sink_->write(chunk, std::move(stop));
  if (!written && written.error().code != Errc::cancelled) close();
  return written;
}

Result<void> SpeakerOutput::end_utterance(std::stop_token stop) {
  return sink_ ? sink_->end_utterance(std::move(stop)) : Result<void>();
}

Result<void> SpeakerOutput::drain(std::stop_token stop) {
  const std::stop_callback silent(stop, [this] { silence(); });
  return sink_ ? sink_->drain(stop) : Result<void>();
}

void SpeakerOutput::silence() noexcept {
  const std::lock_guard lock(mutex_);
  if (sink_ != nullptr) sink_->silence();
}

void SpeakerOutput::hold(bool held) noexcept {
  {
    const std::lock_guard lock(mutex_);
    held_ = held;
    if (sink_ != nullptr) sink_->hold(held);
    if (held && sounding_) sounding_(false);
  }
  changed_.notify_all();
}

void SpeakerOutput::rest() const {
  const std::lock_guard lock(mutex_);
  if (sounding_) sounding_(false);
}

bool SpeakerOutput::is_held() const {
  const std::lock_guard lock(mutex_);
  return held_;
}

}  // namespace sotto::speaker
