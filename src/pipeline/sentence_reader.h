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
#include "text/pause_marks.h"
#include "text/speech_text.h"
#include "text/ssml.h"

namespace sotto::pipeline {

// Used by one thread at a time.
struct DigestOptions {
  bool on = false;         // of each block only its digest is taken
  size_t undigested = 0;   // but for so many sentences, the first of all
  DigestMaker maker = {};  // instead of text/digest.h, of blocks that are not short; may be empty
  std::stop_token stop = {};  // nobody waits for the maker any more
};

enum class Ssml { never, where_evident, always };

// The parts of a text that are not text.
struct MarkupOptions {
  Ssml ssml = Ssml::never;    // where_evident: a text that begins with <speak
  bool pauses = false;        // text/pause_marks.h
  double most_pauses_ms = 0;  // that a text is given in all; 0: as it asks
  bool phonemes = true;       // false: what is spoken has other words
  // Told of a document before any sentence of it is taken; may be empty.
  std::function<void(const text::MarkedText&)> read = {};
};

class SentenceReader {
 public:
  using Take = std::function<void(std::unique_ptr<Utterance>)>;

  // `take` is called with each sentence, in order, within the calls below. With digests a block's
  // are held until it is complete, and only those of its digest are taken. Where a maker says nothing
  // that can be used, text/digest.h does, with a warning the first time; questions that its digest
  // does not ask, and failures where it has none, follow it. A document of SSML is taken at its end,
  // without digests.
  SentenceReader(const agent::ReaderOptions& reader, const text::SpeechTextOptions& speech_text,
                 Take take, DigestOptions digests = {}, MarkupOptions markup = {});

  // True: something of it may be complete, and only waits for what comes next.
  bool push(std::string_view bytes);
  // Nothing came for a while: what is complete by its punctuation is said.
  void pause();
  // The error: the stream was broken off, or held nothing, or is no SSML.
  Result<void> finish();
  // Silence behind the last sentence; after finish().
  double pause_behind_ms() const { return pause_ms_.value_or(0); }

  const agent::ReaderStats& stats() const { return reader_.stats(); }

 private:
  bool decide(std::string_view bytes);
  Result<void> take_document();
  void take_part(const text::MarkedPart& part);
  void take_pause(double ms);
  void add_pause(double ms);
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
  const MarkupOptions markup_;
  bool is_decided_, is_ssml_;
  std::string document_;                          // of SSML, or what decides
  bool maker_failed_ = false;                     // once, and that was said
  std::vector<std::unique_ptr<Utterance>> held_;  // of the block, for its digest
  bool has_text_ = false;                         // came out of what was pushed
  agent::Reader reader_;
  text::SpeechText speech_text_;
  text::PauseMarks pauses_;
  std::optional<double> pause_ms_;  // in front of the next sentence
  double pauses_ms_ = 0;            // so far
  ArrivalTimes arrivals_;
  Clock::time_point arrived_;  // the bytes that are being read
  size_t next_id_ = 0, block_ = 0;
};

}  // namespace sotto::pipeline
