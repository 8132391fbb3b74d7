#include "pipeline/fallback.h"

#include <optional>
#include <utility>

#include "base/log.h"

namespace sotto::pipeline {
namespace {

// The current candidate and those that may follow it.
template <class T>
class Chain {
 public:
  explicit Chain(std::vector<Candidate<T>> candidates) : candidates_(std::move(candidates)) {}

  T* current() const { return current_.get(); }

  // Opens the first candidate: the error is its own, when none can be opened.
  Result<void> open_first() {
    const std::optional<Error> skipped = advance();
    if (current_ == nullptr) return *skipped;
    if (skipped) log::warn("{}; going on with {}", skipped->message, name_);
    return {};
  }

  // The current one broke: the one warning, and the next one. False when none is left.
  bool replace(const Error& broken) {
    const std::string name = name_;
    advance();
    if (current_ != nullptr) {
      log::warn("{} broke ({}); going on with {}", name, broken.message, name_);
    } else {
      log::warn("{} broke ({}); there is no other to go on with", name, broken.message);
    }
    return current_ != nullptr;
  }

 private:
  // To the next candidate that can be opened; gives the error of the first one that cannot.
  std::optional<Error> advance() {
    current_.reset();
    std::optional<Error> first;
    while (next_ < candidates_.size() && current_ == nullptr) {
      const Candidate<T>& candidate = candidates_[next_++];
      Result<std::unique_ptr<T>> opened = candidate.open();
      if (opened) {
        current_ = std::move(*opened);
        name_ = candidate.name;
      } else if (!first) {
        first = opened.error();
      }
    }
    if (current_ == nullptr && !first) first = Error{Errc::not_found, "nothing was configured"};
    return first;
  }

  std::vector<Candidate<T>> candidates_;
  size_t next_ = 0;
  std::unique_ptr<T> current_;
  std::string name_;
};

class FallbackTranslator : public translate::Translator {
 public:
  explicit FallbackTranslator(Chain<translate::Translator> chain) : chain_(std::move(chain)) {}

  Result<translate::Translation> translate(const text::Sentence& sentence,
                                           std::stop_token stop) override {
    while (chain_.current() != nullptr) {
      Result<translate::Translation> result = chain_.current()->translate(sentence, stop);
      if (result || result.error().code == Errc::cancelled) return result;
      chain_.replace(result.error());
    }
    return translate::Translation{
        .sentence = sentence, .lost = true, .why = "no translator is left", .mean_logprob = 0};
  }

 private:
  Chain<translate::Translator> chain_;
};

class FallbackVoice : public speech::Voice {
 public:
  explicit FallbackVoice(Chain<speech::Voice> chain) : chain_(std::move(chain)) {}

  std::string name() const override {
    return chain_.current() != nullptr ? chain_.current()->name() : "";
  }
  int sample_rate_hz() const override {
    return chain_.current() != nullptr ? chain_.current()->sample_rate_hz() : 0;
  }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    while (chain_.current() != nullptr) {
      const Result<void> result = chain_.current()->speak(text, stop, handler);
      if (result || result.error().code == Errc::cancelled) return result;
      if (!chain_.replace(result.error())) return result;
    }
    return Error{Errc::not_found, "no voice is left"};
  }

 private:
  Chain<speech::Voice> chain_;
};

class NoTranslation : public translate::Translator {
 public:
  Result<translate::Translation> translate(const text::Sentence& sentence,
                                           std::stop_token stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return translate::Translation{
        .sentence = sentence, .lost = false, .why = "", .mean_logprob = 0};
  }
};

}  // namespace

Result<std::unique_ptr<translate::Translator>> open_translator(TranslatorCandidates candidates) {
  Chain<translate::Translator> chain(std::move(candidates));
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<translate::Translator>(new FallbackTranslator(std::move(chain)));
}

Result<std::unique_ptr<speech::Voice>> open_voice(VoiceCandidates candidates) {
  Chain<speech::Voice> chain(std::move(candidates));
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<speech::Voice>(new FallbackVoice(std::move(chain)));
}

std::unique_ptr<translate::Translator> no_translation() {
  return std::make_unique<NoTranslation>();
}

}  // namespace sotto::pipeline
