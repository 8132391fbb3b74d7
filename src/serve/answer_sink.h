// Sound for an answer over HTTP: what an encoder makes before there is any sound (the head of a
// file) waits, so that what goes wrong until then still has a status of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "audio/encoder.h"

namespace sotto::serve {

// Gives the bytes of the encoder that it wraps, and its errors, to an answer. `handler` is called
// on the thread that writes, and by let_go().
class AnswerSink final : public audio::Sink {
 public:
  static Result<std::unique_ptr<AnswerSink>> open(const audio::Encoding& encoding,
                                                  int sample_rate_hz, audio::ByteHandler handler);

  Result<void> write(const audio::Chunk& chunk, std::stop_token stop) override;
  Result<void> end_utterance(std::stop_token stop) override;
  Result<void> finish() override;
  void silence() noexcept override;

  // All went well, though there was no sound: what waits goes out. False: nobody listens.
  bool let_go();

 private:
  explicit AnswerSink(audio::ByteHandler handler) : handler_(std::move(handler)) {}
  bool take(std::span<const std::byte> bytes);

  const audio::ByteHandler handler_;
  std::vector<std::byte> waiting_;
  bool has_sound_ = false;
  std::unique_ptr<audio::Sink> encoder_;  // ends first: it may have bytes left
};

}  // namespace sotto::serve
