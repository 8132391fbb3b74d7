// The first stage: bytes of a stream to sentences, with the times at which they came.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "agent/reader.h"
#include "pipeline/utterance.h"
#include "text/speech_text.h"

namespace sotto::pipeline {

// Used by one thread at a time.
class SentenceReader {
 public:
  using Take = std::function<void(std::unique_ptr<Utterance>)>;

  // `take` is called with each sentence, in order, within the calls below. With `digests` a block's
  // are held until it is complete, and only those of its digest are taken (text/digest.h); the first
  // `undigested` of all are taken as they come.
  SentenceReader(const agent::ReaderOptions& reader, const text::SpeechTextOptions& speech_text,
                 Take take, bool digests = false, size_t undigested = 0);

  // True: something of it may be complete, and only waits for what comes next.
  bool push(std::string_view bytes);
  // Nothing came for a while: what is complete by its punctuation is said.
  void pause();
  // The error: the stream was broken off, or held nothing.
  Result<void> finish();

  const agent::ReaderStats& stats() const { return reader_.stats(); }

 private:
  void take_text(const agent::TextEvent& event);
  void take_notice(agent::Notice notice);
  void take_sentence(text::Sentence sentence);
  std::unique_ptr<Utterance> utterance_of(text::Sentence sentence);
  void pass_on(std::unique_ptr<Utterance> utterance);
  void take_digest();

  const Language language_;
  const Take take_;
  const bool digests_;
  size_t undigested_;
  std::vector<std::unique_ptr<Utterance>> held_;  // of the block, for its digest
  bool has_text_ = false;                         // came out of what was pushed
  agent::Reader reader_;
  text::SpeechText speech_text_;
  ArrivalTimes arrivals_;
  Clock::time_point arrived_;  // the bytes that are being read
  size_t next_id_ = 0, block_ = 0;
};

}  // namespace sotto::pipeline
