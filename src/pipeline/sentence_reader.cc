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
                               DigestOptions digests, MarkupOptions markup)
    : language_(speech_text.language),
      take_(std::move(take)),
      speech_options_(speech_text),
      digests_(std::move(digests)),
      markup_(std::move(markup)),
      is_decided_(markup_.ssml != Ssml::where_evident),
      is_ssml_(markup_.ssml == Ssml::always),
      reader_(reader, [this](const agent::TextEvent& event) { take_text(event); }),
      speech_text_(speech_text, [this](text::Sentence s) { take_sentence(std::move(s)); }),
      pauses_(speech_text.markdown,
              {.text = [this](std::string_view text) { speech_text_.push(text); },
               .pause = [this](double ms) { take_pause(ms); }}) {}

bool SentenceReader::push(std::string_view bytes) {
  arrived_ = Clock::now();
  has_text_ = false;
  if (!is_decided_ && !decide(bytes)) return false;
  if (is_ssml_) {  // of what is too long, as much as shows that
    document_ += bytes.substr(
        0, text::kLongestSsml + 1 - std::min(document_.size(), text::kLongestSsml + 1));
    return false;
  }
  if (!document_.empty()) {
    const std::string begun = std::exchange(document_, {}) + std::string(bytes);
    reader_.push(begun);
  } else {
    reader_.push(bytes);
  }
  return has_text_ || reader_.is_waiting();
}

void SentenceReader::pause() {
  reader_.pause();
  speech_text_.pause();
}

Result<void> SentenceReader::finish() {
  if (is_ssml_) return take_document();
  is_decided_ = true;
  if (!document_.empty()) reader_.push(std::exchange(document_, {}));
  return reader_.finish();
}

// False: more of the text tells what it is, and it is kept.
bool SentenceReader::decide(std::string_view bytes) {
  const std::string begun = document_ + std::string(bytes);
  is_ssml_ = text::is_ssml(begun);
  is_decided_ = is_ssml_ || !text::may_become_ssml(begun);
  if (!is_decided_) document_ = begun;
  return is_decided_;
}

Result<void> SentenceReader::take_document() {
  const Result<text::MarkedText> document = text::read_ssml(document_, language_);
  if (!document) return document.error();
  if (markup_.read) markup_.read(*document);
  digests_.on = false;
  for (const text::MarkedPart& part : document->parts) take_part(part);
  if (document->pause_behind_ms > 0) add_pause(document->pause_behind_ms);
  return {};
}

void SentenceReader::take_part(const text::MarkedPart& part) {
  text::SpeechTextOptions options = speech_options_;
  options.markdown = options.backticks = false;
  std::vector<text::Sentence> sentences;
  text::SpeechText speech(options, [&](text::Sentence s) { sentences.push_back(std::move(s)); });
  speech.push(part.text);
  speech.end_block();
  if (sentences.empty()) return;
  if (part.goes_on) text::open_end(sentences.back(), part.text);
  if (markup_.phonemes) text::pronounce(part.pronunciations, sentences);
  if (part.begins_block && next_id_ > 0) ++block_;
  if (part.pause_ms) add_pause(*part.pause_ms);
  for (text::Sentence& sentence : sentences) {
    auto utterance = utterance_of(std::move(sentence));
    utterance->rate = part.rate;
    pass_on(std::move(utterance));
  }
}

// Between two texts: what stands in front is complete.
void SentenceReader::take_pause(double ms) {
  speech_text_.end_block();
  add_pause(ms);
}

// To that which is there already: what stands between may have no sound.
void SentenceReader::add_pause(double ms) {
  const double before = pause_ms_.value_or(0);
  double more = std::min(text::kLongestPauseMs - before, ms);
  if (markup_.most_pauses_ms > 0) more = std::min(more, markup_.most_pauses_ms - pauses_ms_);
  pause_ms_ = before + std::max(0.0, more);
  pauses_ms_ += std::max(0.0, more);
}

void SentenceReader::take_text(const agent::TextEvent& event) {
  has_text_ = true;
  if (event.kind == agent::TextEvent::Kind::notice) {
    take_notice(event.notice);
  } else if (event.kind == agent::TextEvent::Kind::text) {
    arrivals_.arrived(event.text, arrived_);
    if (markup_.pauses) {
      pauses_.push(event.text);
    } else {
      speech_text_.push(event.text);
    }
  } else {
    pauses_.flush();
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
  utterance->pause_ms = std::exchange(pause_ms_, std::nullopt);
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
