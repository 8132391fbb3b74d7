#include "pipeline/fallback.h"

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/chain.h"
#include "text/phoneme_marks.h"

namespace sotto::pipeline {
namespace {

using translate::Translation;

class FallbackTranslator : public translate::Translator {
 public:
  explicit FallbackTranslator(Chain<translate::Translator> chain) : chain_(std::move(chain)) {}

  // Asks the next translator for sentences that a remote one lost; a network's word is the last.
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    std::vector<Translation> made;
    for (const text::Sentence& sentence : sentences)
      made.push_back({.sentence = sentence, .untranslated = true, .why = "no translator is left"});
    std::vector<size_t> lost(sentences.size());
    std::iota(lost.begin(), lost.end(), size_t{0});
    bool is_first = true;
    const auto done =
        chain_.run([&](translate::Translator& translator,
                       const Candidate<translate::Translator>& candidate) -> Result<bool> {
          std::vector<text::Sentence> wanted;
          for (const size_t i : lost) wanted.push_back(sentences[i]);
          auto result = translator.translate_batch(wanted, stop);
          if (!result) return result.error();
          std::vector<size_t> still_lost;
          for (size_t k = 0; k < lost.size(); ++k) {
            Translation& one = result->at(k);
            if (one.untranslated) still_lost.push_back(lost[k]);
            if (is_first || !one.untranslated) made[lost[k]] = std::move(one);
          }
          is_first = false;
          lost = std::move(still_lost);
          return lost.empty() || !candidate.may_recover;
        });
    if (!done && done.error().code == Errc::cancelled) return done.error();
    return made;
  }

 private:
  Chain<translate::Translator> chain_;
};

class FallbackVoice : public speech::Voice {
 public:
  explicit FallbackVoice(Chain<speech::Voice> chain) : chain_(std::move(chain)) {}

  std::string name() const override {
    const speech::Voice* voice = chain_.current();
    return voice != nullptr ? voice->name() : "";
  }
  int sample_rate_hz() const override {
    const speech::Voice* voice = chain_.current();
    return voice != nullptr ? voice->sample_rate_hz() : 0;
  }

  bool takes_phonemes() const override {
    const speech::Voice* voice = chain_.current();
    return voice != nullptr && voice->takes_phonemes();
  }

  // One that takes over within a text speaks at its own rate until the next.
  bool set_rate(double rate) override {
    speech::Voice* voice = chain_.current();
    return voice != nullptr && voice->set_rate(rate);
  }

  void set_live(bool is_live) override { is_live_ = is_live; }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    const auto done =
        chain_.run([&](speech::Voice& voice, const Candidate<speech::Voice>&) -> Result<bool> {
          voice.set_live(is_live_);
          const Result<void> said = voice.takes_phonemes()
                                        ? voice.speak(text, stop, handler)
                                        : voice.speak(text::without_phonemes(text), stop, handler);
          return said ? Result<bool>(true) : Result<bool>(said.error());
        });
    if (!done) return done.error();
    return *done ? Result<void>() : Error{Errc::not_found, "no voice is left"};
  }

  std::span<const speech::WordTime> words() const override {
    const speech::Voice* voice = chain_.current();
    return voice != nullptr ? voice->words() : std::span<const speech::WordTime>();
  }

 private:
  Chain<speech::Voice> chain_;
  bool is_live_ = false;
};

class NoTranslation : public translate::Translator {
 public:
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    std::vector<Translation> same;
    for (const text::Sentence& sentence : sentences)
      same.push_back({.sentence = sentence, .why = ""});
    return same;
  }
};

}  // namespace

Result<std::unique_ptr<translate::Translator>> open_translator(TranslatorCandidates candidates,
                                                               std::chrono::milliseconds recovery) {
  Chain<translate::Translator> chain(std::move(candidates), recovery, "translates");
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<translate::Translator>(new FallbackTranslator(std::move(chain)));
}

Result<std::unique_ptr<speech::Voice>> open_voice(VoiceCandidates candidates,
                                                  std::chrono::milliseconds recovery) {
  Chain<speech::Voice> chain(std::move(candidates), recovery, "speaks");
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<speech::Voice>(new FallbackVoice(std::move(chain)));
}

std::unique_ptr<translate::Translator> no_translation() {
  return std::make_unique<NoTranslation>();
}

}  // namespace sotto::pipeline
