// Prompts of language models that translate: the frames around a text that they were released with,
// a row each. A frame's special tokens are those of the vocabulary; a text never yields one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "tokenize/chat_tokenizer.h"
#include "translate/directions.h"

namespace sotto::translate {

struct PromptRow;

// A text that was translated before, as context.
struct PromptTurn {
  std::string text, answer;
};

// Immutable; any thread may use it.
class Prompt {
 public:
  // By the special tokens that the vocabulary has, and by the model's name where two models share
  // them. The error: no row has these, or not that direction.
  static Result<Prompt> find(std::shared_ptr<const tokenize::ChatTokenizer> tokenizer,
                             std::string_view model, const Language& from, const Language& to);

  // The special tokens that frames have, as far as the vocabulary does.
  static std::vector<int> tokens_of_frames(const tokenize::ChatTokenizer& tokenizer);

  // The ids that the network is given for a text, with the texts before it.
  std::vector<int> ids(std::string_view text, std::span<const PromptTurn> before = {}) const;

  // With which all prompts without turns before begin and end, whatever their text.
  const std::vector<int>& prefix() const { return prefix_; }
  const std::vector<int>& suffix() const { return suffix_; }
  int end_of_answer() const { return end_; }  // the token of the template

 private:
  Prompt(const PromptRow& row, std::shared_ptr<const tokenize::ChatTokenizer> tokenizer,
         const Language& from, const Language& to);
  class Writer;

  const PromptRow& row_;
  std::shared_ptr<const tokenize::ChatTokenizer> tokenizer_;
  std::string begin_, before_;  // of the row, with the names of the languages
  std::vector<int> prefix_, suffix_;
  int end_ = 0;
};

// Which languages the row of a vocabulary is for; empty lists: any.
Result<Directions> directions_of_prompt(const tokenize::ChatTokenizer& tokenizer,
                                        std::string_view model);

}  // namespace sotto::translate
