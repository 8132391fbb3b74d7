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

  // The current one broke: the one warning, and the next one; null: none is left. Gives the broken
  // one if it may recover.
  std::unique_ptr<T> replace(const Error& broken) {
    const std::string name = name_;
    std::unique_ptr<T> old = may_recover_ ? std::move(current_) : nullptr;
    advance();
    if (current_ != nullptr) {
      log::warn("{} broke ({}); going on with {}", name, broken.message, name_);
    } else {
      log::warn("{} broke ({}); there is no other to go on with", name, broken.message);
    }
    return old;
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
        may_recover_ = candidate.may_recover;
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
  bool may_recover_ = false;
};

class FallbackTranslator : public translate::Translator {
 public:
  explicit FallbackTranslator(Chain<translate::Translator> chain) : chain_(std::move(chain)) {}

  Result<translate::Translation> translate(const text::Sentence& sentence,
                                           std::stop_token stop) override {
    while (chain_.current() != nullptr) {
      Result<translate::Translation> result = chain_.current()->translate(sentence, stop);
      if (result || result.error().code == Errc::cancelled) return result;
      (void)chain_.replace(result.error());
    }
    return translate::Translation{.sentence = sentence,
                                  .untranslated = true,
                                  .why = "no translator is left",
                                  .mean_logprob = 0};
  }

 private:
  Chain<translate::Translator> chain_;
};

class FallbackVoice : public speech::Voice {
 public:
  FallbackVoice(Chain<speech::Voice> chain, std::chrono::milliseconds recovery)
      : chain_(std::move(chain)), recovery_(recovery) {}

  std::string name() const override { return speaking() != nullptr ? speaking()->name() : ""; }
  int sample_rate_hz() const override {
    return speaking() != nullptr ? speaking()->sample_rate_hz() : 0;
  }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    if (recovering_ != nullptr && Clock::now() >= again_at_) {
      const Result<void> result = recovering_->speak(text, stop, handler);
      if (result || result.error().code == Errc::cancelled) return recovered(result);
      broke_again(result.error());
    }
    while (chain_.current() != nullptr) {
      const Result<void> result = chain_.current()->speak(text, stop, handler);
      if (result || result.error().code == Errc::cancelled) return result;
      auto broken = chain_.replace(result.error());
      if (chain_.current() == nullptr) return result;
      if (broken == nullptr || recovering_ != nullptr) continue;
      recovering_ = std::move(broken);
      again_at_ = Clock::now() + recovery_;
    }
    return Error{Errc::not_found, "no voice is left"};
  }

 private:
  using Clock = std::chrono::steady_clock;

  speech::Voice* speaking() const { return is_back_ ? recovering_.get() : chain_.current(); }

  Result<void> recovered(const Result<void>& result) {
    if (result && !is_back_) log::warn("{} speaks again", recovering_->name());
    is_back_ = is_back_ || result;
    return result;
  }

  void broke_again(const Error& error) {
    if (is_back_) {
      log::warn("{} broke ({}); going on with {}", recovering_->name(), error.message,
                chain_.current()->name());
    }
    is_back_ = false;
    again_at_ = Clock::now() + recovery_;
  }

  Chain<speech::Voice> chain_;
  std::chrono::milliseconds recovery_;
  std::unique_ptr<speech::Voice> recovering_;  // broke, and is tried again; chain_ stands in for it
  bool is_back_ = false;                       // and speaks
  Clock::time_point again_at_;
};

class NoTranslation : public translate::Translator {
 public:
  Result<translate::Translation> translate(const text::Sentence& sentence,
                                           std::stop_token stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return translate::Translation{
        .sentence = sentence, .untranslated = false, .why = "", .mean_logprob = 0};
  }
};

}  // namespace

Result<std::unique_ptr<translate::Translator>> open_translator(TranslatorCandidates candidates) {
  Chain<translate::Translator> chain(std::move(candidates));
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<translate::Translator>(new FallbackTranslator(std::move(chain)));
}

Result<std::unique_ptr<speech::Voice>> open_voice(VoiceCandidates candidates,
                                                  std::chrono::milliseconds recovery) {
  Chain<speech::Voice> chain(std::move(candidates));
  if (const Result<void> opened = chain.open_first(); !opened) return opened.error();
  return std::unique_ptr<speech::Voice>(new FallbackVoice(std::move(chain), recovery));
}

std::unique_ptr<translate::Translator> no_translation() {
  return std::make_unique<NoTranslation>();
}

}  // namespace sotto::pipeline
