#include "pipeline/sentence_reader.h"

#include <utility>

namespace sotto::pipeline {
namespace {

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
                               const text::SpeechTextOptions& speech_text, Take take)
    : language_(speech_text.language),
      take_(std::move(take)),
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
    arrivals_.end_block();
    ++block_;
  }
}

void SentenceReader::take_notice(agent::Notice notice) {
  const text::Note note = note_of(notice);
  take_sentence({std::string(text::note_text(note, language_)), {}, language_, note});
  ++block_;
}

void SentenceReader::take_sentence(text::Sentence sentence) {
  auto utterance = std::make_unique<Utterance>();
  utterance->id = next_id_++;
  utterance->block = block_;
  utterance->times.received = arrivals_.received(sentence.text);
  utterance->times.ready = Clock::now();
  utterance->source = std::move(sentence);
  take_(std::move(utterance));
}

}  // namespace sotto::pipeline
