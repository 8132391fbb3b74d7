// Numbers as they are said: mostly ICU's rules, English by num2words', whose "and" and commas XTTS
// was trained with.
#pragma once

#include <unicode/rbnf.h>
#include <unicode/unistr.h>

#include <memory>

#include "sotto/error.h"
#include "text/spoken/languages.h"

namespace sotto::spoken {

// The words of one language. Used by one thread at a time.
class NumberWords {
 public:
  // The error is ICU's, where it has no rules.
  static Result<NumberWords> open(const SpokenLanguage& language);

  // Digits alone; what is longer than 18 of them is said digit by digit.
  icu::UnicodeString cardinal(const icu::UnicodeString& digits) const;
  icu::UnicodeString ordinal(const icu::UnicodeString& digits) const;
  // Before what is counted: "veintiún", "veintiuna".
  icu::UnicodeString count(const icu::UnicodeString& digits, Gender gender) const;
  // Digits on both sides of a dot: "12.50" is "twelve point five", "100.0" one hundred.
  icu::UnicodeString decimal(const icu::UnicodeString& whole,
                             const icu::UnicodeString& fraction) const;

 private:
  NumberWords(const SpokenLanguage& language, std::unique_ptr<icu::RuleBasedNumberFormat> rules);
  icu::UnicodeString formatted(const icu::UnicodeString& digits,
                               const icu::UnicodeString& rule_set) const;
  bool has(const icu::UnicodeString& rule_set) const;

  const SpokenLanguage* language_;
  icu::UnicodeString ordinals_;  // the name of their rules; empty: there are none
  std::unique_ptr<icu::RuleBasedNumberFormat> rules_;
};

}  // namespace sotto::spoken
