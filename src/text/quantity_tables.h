// Tables by language for reading and writing quantities: from CLDR, as ICU has it, and a row of our
// own for the few words that CLDR lacks.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"

namespace sotto::text {

// The words between and before numbers. Lists are separated by "|"; the first one is said.
struct QuantityWords {
  std::string_view language;  // ISO 639
  std::string_view to;        // "5 to 10"
  // Before the number; for languages that say it behind, with "…" where the number stands.
  std::string_view about, above, below, at_least, at_most, plus_minus, times, of;
  std::string_view and_;     // inside of a number in words: "one hundred and five"
  std::string_view article;  // "a million"
  std::string_view half;     // "half a million"
  std::string_view of_date;  // "5 de noviembre"
  std::string_view between;  // "between 3 and 5"
  std::string_view percent;  // "3 per cent"
};

struct QuantityTables {
  static const QuantityTables& of(const Language& language);  // thread-safe; lives for ever

  std::string locale;          // ICU's name: "de", "zh_Hant"
  const QuantityWords* words;  // never null: English where we have no row
  bool spaceless = false;      // Chinese and Japanese
  bool joins = false;          // these and Korean: a word follows a number without a space
  bool day_first = true;       // 5/11/2026 is in November
  std::string decimal, group;  // "." and ","; a group that is any space is " "
  std::string minus;           // "minus"
  std::map<std::string, int, std::less<>> small;       // 0 to 999 in words, of one word each
  std::map<std::string, int, std::less<>> magnitudes;  // "million": 6
  std::map<std::string, int, std::less<>> months;      // "november", "nov": 11
  size_t longest_magnitude = 0;                        // bytes
};

// Takes the first part off a list separated by "|".
std::string_view next_alternative(std::string_view& list);

// Lower case as ICU has it for any language; no soft hyphens.
std::string folded_word(std::string_view word);
bool folds_to(std::string_view word, std::string_view folded);

}  // namespace sotto::text
