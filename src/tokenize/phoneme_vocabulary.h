// The phonemes that Kokoro knows: each character of a phoneme string is one token.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

// Immutable; any thread may read.
class PhonemeVocabulary {
 public:
  // The vocabulary of Kokoro-82M: 114 characters, ids 1 to 177.
  static PhonemeVocabulary published();

  // `vocab` of a config.json: {";": 1, ...}, each key one character, each id once and from 1 (0
  // stands at both ends of a text) to `tokens` - 1. `file` is for messages.
  static Result<PhonemeVocabulary> read(const nlohmann::json& vocab, std::string_view file,
                                        int tokens);

  // The ids of `phonemes` (valid UTF-8). Characters that are not in the vocabulary are left out, as
  // upstream does it: with a stress mark less, a word is still a word.
  std::vector<int> ids(std::string_view phonemes) const;

  bool has(char32_t character) const { return ids_.contains(character); }
  size_t size() const { return ids_.size(); }

  friend bool operator==(const PhonemeVocabulary&, const PhonemeVocabulary&) = default;

 private:
  std::unordered_map<char32_t, int> ids_;
};

// Characters, known or not: what chooses a voice's style.
size_t phoneme_count(std::string_view phonemes);

}  // namespace sotto::tokenize
