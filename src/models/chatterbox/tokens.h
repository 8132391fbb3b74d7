// The tokens that Chatterbox reads of a text.
// Source: chatterbox-tts 0.1.7, tokenizer.py.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "models/chatterbox/variant.h"
#include "sotto/error.h"
#include "tokenize/bpe_tokenizer.h"
#include "tokenize/gpt2_tokenizer.h"

namespace sotto::models::chatterbox {

// Writes a text after lower_nfkd (text/spoken/punctuation.h) as the network was trained on its
// language: Japanese without kanji, for example.
using LanguageForm = std::function<std::string(std::string_view text)>;

// Immutable after load; any thread may use it.
class TextTokens {
 public:
  // tokenizer.json, or grapheme_mtl_merged_expanded_v1.json of the multilingual network; of the
  // small one the folder with GPT-2's files.
  static Result<TextTokens> load(const std::filesystem::path& path, Variant variant);

  // T3's prompt for a text, in its punctuation, start and stop included where it has them.
  // `language` (an ISO code; empty: none is told) and `form` (none: as it is) are for the
  // multilingual network.
  std::vector<int> prompt(std::string_view text, std::string_view language = {},
                          const LanguageForm& form = {}) const;

  // The tokens of a text after punc_norm.
  std::vector<int> encode(std::string_view text, std::string_view language = {},
                          const LanguageForm& form = {}) const;
  // The text that is cut into tokens then.
  std::string tokenizer_input(std::string_view text, std::string_view language,
                              const LanguageForm& form) const;

  int size() const;  // the highest id and one

 private:
  using Tokenizer = std::variant<tokenize::BpeTokenizer, tokenize::Gpt2Tokenizer>;
  TextTokens(Tokenizer tokenizer, Variant variant)
      : tokenizer_(std::move(tokenizer)), variant_(variant) {}

  Tokenizer tokenizer_;
  Variant variant_;
  std::optional<int> start_, stop_;
};

}  // namespace sotto::models::chatterbox
