#include "serve/answer_sink.h"

namespace sotto::serve {

Result<std::unique_ptr<AnswerSink>> AnswerSink::open(const audio::Encoding& encoding,
                                                     int sample_rate_hz,
                                                     audio::ByteHandler handler) {
  std::unique_ptr<AnswerSink> sink(new AnswerSink(std::move(handler)));
  auto encoder = audio::open_encoder(encoding, sample_rate_hz,
                                     [self = sink.get()](auto bytes) { return self->take(bytes); });
  if (!encoder) return encoder.error();
  sink->encoder_ = *std::move(encoder);
  return sink;
}

bool AnswerSink::take(std::span<const std::byte> bytes) {
  if (has_sound_) return let_go() && handler_(bytes);
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  return true;
}

bool AnswerSink::let_go() {
  const std::vector<std::byte> first = std::exchange(waiting_, {});
  return first.empty() || handler_(first);
}

Result<void> AnswerSink::write(const audio::Chunk& chunk, std::stop_token stop) {
  has_sound_ = has_sound_ || !chunk.samples.empty();
  return encoder_->write(chunk, std::move(stop));
}

Result<void> AnswerSink::end_utterance(std::stop_token stop) {
  return encoder_->end_utterance(std::move(stop));
}

Result<void> AnswerSink::finish() { return encoder_->finish(); }

void AnswerSink::silence() noexcept { encoder_->silence(); }

}  // namespace sotto::serve
