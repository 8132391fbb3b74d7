// Rules by language for words and signs of code within its text: a row each.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

using ReadingMap = std::map<std::string, std::string, std::less<>>;

struct PronunciationRules {
  std::string_view iso = {};      // empty: languages that have no row
  bool spaced = true;             // spaces set words apart
  std::string_view comma = ",";   // a short pause
  std::string_view words, units;  // pairs of a word and its reading, set apart by space
  // How a word of Latin letters is said, of which `words` may have a reading. Null: the voice
  // knows.
  std::string (*latin_word)(std::string_view word, const ReadingMap& words) = nullptr;
};

// The row of that language. It lives as long as the process.
const PronunciationRules& pronunciation_rules(const Language& language);

// Takes the next word off a list that white space sets apart; empty: there is none.
std::string_view next_of_list(std::string_view& list);
ReadingMap read_pairs(std::string_view list);

// True of hexadecimal digits as commits are named by.
bool is_hash(std::string_view text);

}  // namespace sotto::text
