// Readings of ideographs that a dictionary lacks.
#pragma once

#include <string_view>

namespace sotto::phonemes {

// One of `variant` and the readings is there; views live as long as the program.
struct KanjiReading {
  std::string_view variant;  // the same in a usual shape: 高 for 髙
  std::string_view on;       // in katakana: シ
  std::string_view kun;      // in hiragana: わらう
};

// Null: the table does not have it.
const KanjiReading* kanji_reading(char32_t ideograph);

// The part of a kun reading ("わらう") that the ideograph says where `behind` goes on with the rest
// of it, inflected or not ("った"): the bytes of わら; 0: it does not go on.
size_t kun_stem(std::string_view kun, std::string_view behind);

}  // namespace sotto::phonemes
