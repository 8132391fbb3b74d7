// The first stage: bytes of a stream to sentences, with the times at which they came.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/reader.h"
#include "pipeline/digest_maker.h"
#include "pipeline/utterance.h"
#include "text/speech_text.h"

namespace sotto::pipeline {

// Used by one thread at a time.
struct DigestOptions {
  bool on = false;         // of each block only its digest is taken
  size_t undigested = 0;   // but for so many sentences, the first of all
  DigestMaker maker = {};  // instead of text/digest.h, of blocks that are not short; may be empty
  std::stop_token stop = {};  // nobody waits for the maker any more
};

class SentenceReader {
 public:
  using Take = std::function<void(std::unique_ptr<Utterance>)>;

  // `take` is called with each sentence, in order, within the calls below. With digests a block's
  // are held until it is complete, and only those of its digest are taken. Where a maker says nothing
  // that can be used, text/digest.h does, with a warning the first time; questions that its digest
  // does not ask, and failures where it has none, follow it.
  SentenceReader(const agent::ReaderOptions& reader, const text::SpeechTextOptions& speech_text,
                 Take take, DigestOptions digests = {});

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
  bool take_made_digest(const std::vector<text::Sentence>& sentences);
  std::optional<std::string> made_digest(const std::vector<text::Sentence>& sentences);

  const Language language_;
  const Take take_;
  const text::SpeechTextOptions speech_options_;
  DigestOptions digests_;
  bool maker_failed_ = false;                     // once, and that was said
  std::vector<std::unique_ptr<Utterance>> held_;  // of the block, for its digest
  bool has_text_ = false;                         // came out of what was pushed
  agent::Reader reader_;
  text::SpeechText speech_text_;
  ArrivalTimes arrivals_;
  Clock::time_point arrived_;  // the bytes that are being read
  size_t next_id_ = 0, block_ = 0;
};

}  // namespace sotto::pipeline
