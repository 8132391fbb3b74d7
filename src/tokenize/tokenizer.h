// NLLB's tokenizer: SentencePiece pieces with fairseq's ids and the language codes behind them.
//
//   <s> 0, <pad> 1, </s> 2, <unk> 3, piece k (k >= 3) is k + 1, then the languages, then <mask>.
// Source: transformers, NllbTokenizer.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

struct SentencepieceModel;

// Immutable after load; any thread may use it.
class Tokenizer {
 public:
  static constexpr int kBos = 0, kPad = 1, kEos = 2, kUnk = 3;

  // Reads sentencepiece.bpe.model and the order of the special tokens from tokenizer.json or
  // special_tokens_map.json. The files are untrusted.
  static Result<Tokenizer> load(const std::filesystem::path& folder);

  // The same from the bytes of the model file; `specials` are the names of the ids behind the
  // pieces (empty: an id without a name), `file` is for messages.
  static Result<Tokenizer> make(std::string_view model, std::vector<std::string> specials,
                                std::string_view file);

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  int size() const;  // ids known, <mask> included; a model may have a few rows more
  std::optional<int> language_id(std::string_view flores) const;
  std::vector<std::string> languages() const;  // FLORES codes in id order

  // [language] pieces </s>. The text is trimmed; names of special tokens in it are plain text.
  std::vector<int> encode(std::string_view text, int language) const;

  // The ids that transformers makes of the text: names of special tokens become those tokens, and a
  // space at the end of a stretch stays as a ▁ token. For comparison with the reference, not for
  // text that comes from outside.
  std::vector<int> encode_raw(std::string_view text, int language) const;

  // The id of a piece by its exact text (a placeholder such as "⟦0⟧"), if it is one piece.
  std::optional<int> piece_id(std::string_view piece) const;

  // Joins pieces, ▁ becomes a space, one leading space is dropped.
  std::string decode(std::span<const int> ids, bool skip_special = true) const;

 private:
  struct State;
  explicit Tokenizer(std::unique_ptr<State> state);
  static Result<Tokenizer> build(const SentencepieceModel& model, std::vector<std::string> specials,
                                 std::string_view file);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::tokenize
