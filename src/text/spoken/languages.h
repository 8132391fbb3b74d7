// How texts of a language become words, as XTTS was trained on them: a row a language.
#pragma once

#include <span>
#include <string_view>

namespace sotto::spoken {

enum class Gender {
  masculine,  // or none
  feminine,
  mixed,  // num2words' Czech: "jedna", but "dva"
};

struct Replaced {
  const char *what, *with;
};

// A counted thing: one of it, many, and, where a language has a form for them, two to four, 22 to
// 24, ...
struct Noun {
  const char *one, *many;
  const char* few = nullptr;
};

struct Currency {
  char16_t sign;
  Noun unit, cent;  // a hundredth
  Gender gender = Gender::masculine;
  Gender cent_gender = Gender::masculine;
};

inline constexpr const char* kSpokenSymbols[] = {"&", "@", "%", "#", "$", "£", "°"};

struct SpokenLanguage {
  std::string_view code;                    // ISO's
  const char* point;                        // between digits; null: a decimal is two numbers
  const char* ordinals;                     // behind a number: an expression
  const char* symbols[7];                   // of kSpokenSymbols
  std::span<const Replaced> abbreviations;  // each with `abbreviation_end` behind it
  const char* and_cents;                    // between units and hundredths
  std::span<const Currency> currencies;     // in the order in which they are looked for
  char16_t group_sign = u'.';               // between thousands
  const char* abbreviation_end = "\\.";     // an expression
  const char* before_unit = " ";            // between a number and a currency's name
  const char* number_rules = nullptr;       // as ICU's RuleBasedNumberFormat reads them; null: its
  const char* locale = nullptr;             // whose number rules ICU takes; null: the code
};

// Null: no row has that code.
const SpokenLanguage* spoken_language(std::string_view code);

}  // namespace sotto::spoken
