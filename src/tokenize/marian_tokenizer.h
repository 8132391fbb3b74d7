// The tokenizer of Marian models (opus-mt, fugumt): a SentencePiece unigram model for each
// language, whose pieces are looked up by their texts in one vocabulary.
// Source: transformers, MarianTokenizer.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "tokenize/marian_vocabulary.h"

namespace sotto::tokenize {

// Immutable after load; any thread may use it.
class MarianTokenizer {
 public:
  enum class Side { source, target };

  // Reads source.spm or target.spm, vocab.json and, where there is one, tokenizer_config.json. The
  // files are untrusted.
  static Result<MarianTokenizer> load(const std::filesystem::path& folder,
                                      Side side = Side::source);

  // The same from the bytes of a .spm file; `file` is for messages.
  static Result<MarianTokenizer> make(std::string_view model, std::string_view file,
                                      MarianVocabulary vocabulary);

  MarianTokenizer(MarianTokenizer&&) noexcept;
  MarianTokenizer& operator=(MarianTokenizer&&) noexcept;
  ~MarianTokenizer();

  const MarianVocabulary& vocabulary() const;

  // pieces </s>, behind the token of a language if there is one. Names of special tokens and
  // language codes in the text are plain text.
  std::vector<int> encode(std::string_view text, std::optional<int> language = {}) const;

  // The ids that transformers (version 5) makes of the text: names of special tokens become those
  // tokens, and `>>...<<` at the beginning of a stretch between them is one token. For comparison
  // with the reference, not for text that comes from outside.
  std::vector<int> encode_raw(std::string_view text, std::optional<int> language = {}) const;

  // Joins texts, ▁ becomes a space, spaces at both ends are dropped. Ids that are not known decode
  // to nothing.
  std::string decode(std::span<const int> ids, bool skip_special = true) const;

 private:
  struct State;
  explicit MarianTokenizer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::tokenize
