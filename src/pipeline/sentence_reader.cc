#include "pipeline/sentence_reader.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "text/digest.h"
#include "text/sentence_traits.h"

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
                               const text::SpeechTextOptions& speech_text, Take take,
                               DigestOptions digests)
    : language_(speech_text.language),
      take_(std::move(take)),
      speech_options_(speech_text),
      digests_(std::move(digests)),
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
  const bool is_held = digests_.on && digests_.undigested == 0;
  if (digests_.undigested > 0) --digests_.undigested;
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
  const std::vector<size_t> heard = text::digest(sentences);
  const bool is_whole = heard.size() == sentences.size();
  if (is_whole || !take_made_digest(sentences)) {
    for (const size_t place : heard) {
      held_[place]->times.ready = Clock::now();
      pass_on(std::move(held_[place]));
    }
  }
  held_.clear();
}

// None: the maker has said nothing that can be used.
std::optional<std::string> SentenceReader::made_digest(
    const std::vector<text::Sentence>& sentences) {
  std::string whole;
  for (const text::Sentence& sentence : sentences) {
    if (whole.size() + sentence.text.size() >= kLongestDigested) break;
    whole += sentence.text + "\n";
  }
  Result<std::string> made = digests_.maker(whole, digests_.stop);
  if (made) return *std::move(made);
  if (made.error().code != Errc::cancelled && !std::exchange(maker_failed_, true))
    log::warn("{}; long texts are made shorter by cue words instead", made.error().message);
  return std::nullopt;
}

bool SentenceReader::take_made_digest(const std::vector<text::Sentence>& sentences) {
  if (!digests_.maker) return false;
  const auto made = made_digest(sentences);
  if (!made) return false;
  std::vector<text::Sentence> heard;
  text::SpeechText speech(speech_options_,
                          [&](text::Sentence s) { heard.push_back(std::move(s)); });
  speech.push(*made);
  speech.end_block();
  if (heard.empty()) return false;
  const auto any = [&](bool text::SentenceTraits::*trait) {
    return std::ranges::any_of(heard, [&](const auto& s) { return text::traits_of(s).*trait; });
  };
  const bool asks = any(&text::SentenceTraits::asks), fails = any(&text::SentenceTraits::fails);
  for (text::Sentence& sentence : heard) {
    auto utterance = std::make_unique<Utterance>();
    utterance->block = block_;
    utterance->times.received = held_.front()->times.received;
    utterance->times.ready = Clock::now();
    utterance->source = std::move(sentence);
    pass_on(std::move(utterance));
  }
  for (size_t i = 0; i < sentences.size(); ++i) {
    const text::SentenceTraits traits = text::traits_of(sentences[i]);
    const bool is_missing = (traits.asks && !asks) || (traits.fails && !fails);
    if (!is_missing && !sentences[i].note) continue;
    held_[i]->times.ready = Clock::now();
    pass_on(std::move(held_[i]));
  }
  return true;
}

}  // namespace sotto::pipeline
