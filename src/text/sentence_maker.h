// The last step: a piece of cleaned text becomes a Sentence with its protected spans.
#pragma once

#include <optional>
#include <string_view>

#include "text/sentence.h"
#include "text/spans.h"

namespace sotto::text {

class SentenceMaker {
 public:
  explicit SentenceMaker(Language language) : language_(std::move(language)), finder_(language_) {}

  // `piece` may hold the marks of speech_builder.h. `ends_block`: a full stop is added when it has
  // no end of its own. Nothing when there is nothing worth saying in it.
  std::optional<Sentence> make(std::string_view piece, bool ends_block) const;

  // A line of code, which is a span as a whole. Nothing when there is nothing in it to be said:
  // symbols alone, where they are not said.
  std::optional<Sentence> make_code(std::string_view line, bool symbols) const;

 private:
  Language language_;
  SpanFinder finder_;
};

}  // namespace sotto::text
