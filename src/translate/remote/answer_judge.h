// Whether what a server answered is a translation, and of what it was asked for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "translate/meaning.h"
#include "translate/remote/markup.h"
#include "translate/translator.h"

namespace sotto::translate {

// A sentence as a server gets it.
struct Asked {
  std::string text;
  ProtectedText source;      // with many_markers() where `tag` is set
  const Tag* tag = nullptr;  // around its protected spans; null: the text is as it was
};

// Judges answers of one direction. Any thread.
class AnswerJudge {
 public:
  AnswerJudge(Language from, Language to);

  // None: it has more protected parts than can be sent.
  std::optional<Asked> prepare(const text::Sentence& sentence, const Tag* tag) const;

  // Nothing in it is for a translator.
  bool needs_none(const text::Sentence& sentence) const;

  // The translation, with what was protected; lost where the answer is none. The answer is bytes
  // from outside. In time that grows with its length.
  Translation judge(std::string_view answer, const text::Sentence& sentence,
                    const Asked& asked) const;

 private:
  const Language from_, to_;
  const std::span<const MeaningGuard> guards_;
};

// Why an answer to `source` is talk: an introduction, a note, a refusal, an answer to a question.
std::optional<std::string_view> why_it_talks(std::string_view answer, std::string_view source);

}  // namespace sotto::translate
