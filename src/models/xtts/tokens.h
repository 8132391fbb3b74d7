// Texts as XTTS's GPT reads them.
// Source: coqui-tts 0.28.0, layers/xtts/tokenizer.py.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "tokenize/bpe_tokenizer.h"

namespace sotto::models::xtts {

// Immutable after load; any thread may use it.
class TextTokens {
 public:
  // vocab.json
  static Result<TextTokens> load(const std::filesystem::path& file);

  // Encodes a text in the form that its language has for the network (text/spoken); an ISO code.
  std::vector<int> encode(std::string_view cleaned, std::string_view language) const;
  // The same between start and stop.
  std::vector<int> prompt(std::string_view cleaned, std::string_view language) const;

  int size() const { return tokenizer_.size(); }

 private:
  TextTokens(tokenize::BpeTokenizer tokenizer, int start, int stop)
      : tokenizer_(std::move(tokenizer)), start_(start), stop_(stop) {}

  tokenize::BpeTokenizer tokenizer_;
  int start_, stop_;
};

}  // namespace sotto::models::xtts
