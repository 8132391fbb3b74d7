// GPT-2's tokenizer (Radford et al. 2019): a text is cut into words with the space before them, a
// word into its bytes, and these are joined (bpe_merges.h). Every text has tokens.
//
// Source: transformers 5.2, GPT2Tokenizer; the files are those of its slow form, vocab.json and
// merges.txt, with added_tokens.json where there is one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sotto/error.h"
#include "tokenize/bpe_merges.h"

namespace sotto::tokenize {

// Immutable after load; any thread may use it.
class Gpt2Tokenizer {
 public:
  // The files are untrusted.
  static Result<Gpt2Tokenizer> load(const std::filesystem::path& folder);
  // The same from their bytes (`added` may be empty); `folder` is for messages.
  static Result<Gpt2Tokenizer> make(std::string_view vocab, std::string_view merges,
                                    std::string_view added, std::string_view folder);

  int size() const { return merges_.size(); }  // the highest id and one

  // `text`: valid UTF-8. Names of added tokens in it become these.
  std::vector<int> encode(std::string_view text) const;

 private:
  Gpt2Tokenizer() = default;
  void encode_word(std::string_view word, std::vector<int>& ids) const;

  BpeMerges merges_;
  std::vector<std::pair<std::string, int>> added_;  // the longest first
};

// The words of a text, which together are the text:
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
std::vector<std::string_view> gpt2_words(std::string_view text);

}  // namespace sotto::tokenize
