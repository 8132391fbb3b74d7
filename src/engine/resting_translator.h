// A translator that a stream of text has only while something of it is translated: who waits for
// more text keeps no model in memory.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "translate/translator.h"

namespace sotto::engine {

// Translates for one thread at a time; `rest` comes from any.
class RestingTranslator final : public translate::Translator {
 public:
  using Open =
      std::function<Result<std::unique_ptr<translate::Translator>>(const std::stop_token& stop)>;

  // Opens it, so that what is wrong with it is known before anything is translated.
  static Result<std::unique_ptr<RestingTranslator>> open(Open open, const std::stop_token& stop);

  Result<std::vector<translate::Translation>> translate_batch(
      std::span<const text::Sentence> sentences, std::stop_token stop) override;

  // Gives the translator back, unless it is translating; the next sentence opens it again.
  void rest() noexcept;

 private:
  RestingTranslator(Open open, std::unique_ptr<translate::Translator> translator)
      : open_(std::move(open)), translator_(std::move(translator)) {}

  const Open open_;
  std::mutex mutex_;  // held while it translates
  std::unique_ptr<translate::Translator> translator_;
};

}  // namespace sotto::engine
