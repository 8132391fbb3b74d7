// The speaker's sound, which outlives each message, can be held, and is given back when nobody
// speaks.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "audio/sink.h"

namespace sotto::speaker {

using OpenSink = std::function<Result<std::unique_ptr<audio::Sink>>()>;
// Sound begins, or has ended: from any thread, perhaps several times; it must not wait.
using Sounding = std::function<void(bool)>;

// One thread opens and writes; `silence`, `hold` and the questions may come from any.
class SpeakerOutput final : public audio::Sink {
 public:
  // `can_reopen`: what breaks, as a sound card that is unplugged, is opened once more where that
  // goes on (the device that is the default by then). A file would begin anew.
  SpeakerOutput(OpenSink open, bool can_reopen, Sounding sounding);
  ~SpeakerOutput() override;

  Result<void> open();  // where it is not
  void close();         // between two messages
  bool is_open() const;

  Result<void> write(const audio::Chunk& chunk, std::stop_token stop) override;
  Result<void> end_utterance(std::stop_token stop) override;
  Result<void> finish() override { return end_utterance({}); }
  Result<void> drain(std::stop_token stop) override;
  void silence() noexcept override;
  void rest() const;  // nobody has anything to say
  void hold(bool held) noexcept override;
  bool is_held() const;

 private:
  const OpenSink open_;
  const bool can_reopen_;
  const Sounding sounding_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::unique_ptr<audio::Sink> sink_;  // null: not open, or broken
  bool held_ = false;
};

}  // namespace sotto::speaker
