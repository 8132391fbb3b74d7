// Numbers as they are said: mostly ICU's rules, English by num2words', whose "and" and commas XTTS
// was trained with.
#pragma once

#include <unicode/rbnf.h>
#include <unicode/unistr.h>

#include <memory>
#include <string_view>

#include "sotto/error.h"

namespace sotto::models::xtts {

enum class Gender {
  masculine,  // or none
  feminine,
  mixed,  // num2words' Czech: "jedna", but "dva"
};

// Of one language. Used by one thread at a time.
class NumberWords {
 public:
  // An ISO code; the error is ICU's, where it has no rules at all.
  static Result<NumberWords> open(std::string_view language);

  // Digits alone; what is longer than 18 of them is said digit by digit.
  icu::UnicodeString cardinal(const icu::UnicodeString& digits) const;
  icu::UnicodeString ordinal(const icu::UnicodeString& digits) const;
  // Before what is counted: "veintiún", "veintiuna".
  icu::UnicodeString count(const icu::UnicodeString& digits, Gender gender) const;
  // Digits on both sides of a dot: "12.50" is "twelve point five", "100.0" one hundred.
  icu::UnicodeString decimal(const icu::UnicodeString& whole,
                             const icu::UnicodeString& fraction) const;

 private:
  NumberWords(std::string_view language, std::unique_ptr<icu::RuleBasedNumberFormat> rules);
  icu::UnicodeString formatted(const icu::UnicodeString& digits,
                               const icu::UnicodeString& rule_set) const;
  bool has(const icu::UnicodeString& rule_set) const;

  std::string_view language_;
  icu::UnicodeString point_, ordinals_;  // empty: there are none
  std::unique_ptr<icu::RuleBasedNumberFormat> rules_;
};

}  // namespace sotto::models::xtts
