#include "pipeline/sentence_reader.h"

#include <utility>

#include "text/digest.h"

namespace sotto::pipeline {
namespace {

constexpr size_t kMostHeld = 1000;  // sentences of a block that has no end

text::Note note_of(agent::Notice notice) {
  switch (notice) {
    case agent::Notice::run_failed:
      return text::Note::run_failed;
    case agent::Notice::too_many_turns:
      return text::Note::too_many_turns;
    case agent::Notice::too_expensive:
      return text::Note::too_expensive;
    case agent::Notice::structured_answer:
      return text::Note::structured_answer;
  }
  return text::Note::run_failed;
}

}  // namespace

SentenceReader::SentenceReader(const agent::ReaderOptions& reader,
                               const text::SpeechTextOptions& speech_text, Take take, bool digests,
                               size_t undigested)
    : language_(speech_text.language),
      take_(std::move(take)),
      digests_(digests),
      undigested_(undigested),
      reader_(reader, [this](const agent::TextEvent& event) { take_text(event); }),
      speech_text_(speech_text, [this](text::Sentence s) { take_sentence(std::move(s)); }) {}

bool SentenceReader::push(std::string_view bytes) {
  arrived_ = Clock::now();
  has_text_ = false;
  reader_.push(bytes);
  return has_text_ || reader_.is_waiting();
}

void SentenceReader::pause() {
  reader_.pause();
  speech_text_.pause();
}

Result<void> SentenceReader::finish() { return reader_.finish(); }

void SentenceReader::take_text(const agent::TextEvent& event) {
  has_text_ = true;
  if (event.kind == agent::TextEvent::Kind::notice) {
    take_notice(event.notice);
  } else if (event.kind == agent::TextEvent::Kind::text) {
    arrivals_.arrived(event.text, arrived_);
    speech_text_.push(event.text);
  } else {
    speech_text_.end_block();
    take_digest();
    arrivals_.end_block();
    ++block_;
  }
}

void SentenceReader::take_notice(agent::Notice notice) {
  const text::Note note = note_of(notice);
  take_digest();
  pass_on(utterance_of({std::string(text::note_text(note, language_)), {}, language_, note}));
  ++block_;
}

void SentenceReader::take_sentence(text::Sentence sentence) {
  auto utterance = utterance_of(std::move(sentence));
  const bool is_held = digests_ && undigested_ == 0;
  if (undigested_ > 0) --undigested_;
  if (!is_held) return pass_on(std::move(utterance));
  held_.push_back(std::move(utterance));
  if (held_.size() == kMostHeld) take_digest();
}

std::unique_ptr<Utterance> SentenceReader::utterance_of(text::Sentence sentence) {
  auto utterance = std::make_unique<Utterance>();
  utterance->block = block_;
  utterance->times.received = arrivals_.received(sentence.text);
  utterance->times.ready = Clock::now();
  utterance->source = std::move(sentence);
  return utterance;
}

void SentenceReader::pass_on(std::unique_ptr<Utterance> utterance) {
  utterance->id = next_id_++;
  take_(std::move(utterance));
}

void SentenceReader::take_digest() {
  std::vector<text::Sentence> sentences;
  for (const auto& utterance : held_) sentences.push_back(utterance->source);
  for (const size_t place : text::digest(sentences)) {
    held_[place]->times.ready = Clock::now();
    pass_on(std::move(held_[place]));
  }
  held_.clear();
}

}  // namespace sotto::pipeline
