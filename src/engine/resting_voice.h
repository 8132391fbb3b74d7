// A voice that a stream of text has only while a sentence of it is said, so that there are as many
// voices in memory as sentences are spoken at a time, however many streams wait for their turn.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "speech/voice.h"

namespace sotto::engine {

// Spoken with by one thread at a time; the rest is for any.
class RestingVoice final : public speech::Voice {
 public:
  using Open = std::function<Result<std::unique_ptr<speech::Voice>>()>;

  // Opens it, so that what is wrong with it is known before anything is said. Where it rests, it is
  // given back at once and behind each text; else it is kept.
  static Result<std::unique_ptr<RestingVoice>> open(Open open, bool rests);

  std::string name() const override;  // of the voice that spoke last, or will speak first
  int sample_rate_hz() const override;
  // The memory of the voice that speaks the next text: it is taken for that.
  bool set_rate(double rate) override;
  void set_live(bool is_live) override { is_live_ = is_live; }  // of each that it takes
  bool takes_phonemes() const override;
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override;
  std::span<const speech::WordTime> words() const override { return words_; }

 private:
  RestingVoice(Open open, bool rests) : open_(std::move(open)), rests_(rests) {}
  Result<void> take();

  const Open open_;
  const bool rests_;
  std::unique_ptr<speech::Voice> voice_;
  bool is_live_ = false;
  std::vector<speech::WordTime> words_;  // of the last text
  mutable std::mutex mutex_;             // down to takes_phonemes_
  std::string name_;
  int rate_hz_ = 0;
  bool takes_phonemes_ = false;
};

}  // namespace sotto::engine
