// A voice that a stream of text has only while something of it is said: who waits for more text
// holds no memory of a voice.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "speech/voice.h"

namespace sotto::engine {

// Spoken with by one thread; `rest` comes from any.
class RestingVoice final : public speech::Voice {
 public:
  using Open = std::function<Result<std::unique_ptr<speech::Voice>>()>;

  // Opens it, so that what is wrong with it is known before anything is said.
  static Result<std::unique_ptr<RestingVoice>> open(Open open);

  std::string name() const override;  // of the voice that spoke last, or will speak first
  int sample_rate_hz() const override;
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override;

  // Gives the voice back, unless it is speaking; the next text opens it again.
  void rest() noexcept;

 private:
  RestingVoice(Open open, std::unique_ptr<speech::Voice> voice);
  void take(std::unique_ptr<speech::Voice> voice);

  const Open open_;
  std::mutex speaking_;  // and `voice_`
  std::unique_ptr<speech::Voice> voice_;
  mutable std::mutex mutex_;  // name_, rate_hz_
  std::string name_;
  int rate_hz_ = 0;
};

}  // namespace sotto::engine
