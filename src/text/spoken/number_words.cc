#include "text/spoken/number_words.h"

#include <fmt/format.h>

#include <string>

namespace sotto::spoken {
namespace {

using icu::UnicodeString;

constexpr int kMostDigits = 18;  // of 64 bits

constexpr const char* kOrdinals[] = {"%spellout-ordinal", "%spellout-ordinal-masculine"};

// 1, 101, 201, ...
bool is_single(const UnicodeString& digits) { return digits == u"1" || digits.endsWith(u"01"); }

void replace_end(UnicodeString& words, const UnicodeString& end, const UnicodeString& with) {
  if (words.endsWith(end)) words.replace(words.length() - end.length(), end.length(), with);
}

}  // namespace

NumberWords::NumberWords(const SpokenLanguage& language,
                         std::unique_ptr<icu::RuleBasedNumberFormat> rules)
    : language_(&language), rules_(std::move(rules)) {
  for (const char* name : kOrdinals)
    if (ordinals_.isEmpty() && has(name)) ordinals_ = UnicodeString(name);
}

bool NumberWords::has(const UnicodeString& rule_set) const {
  for (int i = 0; i < rules_->getNumberOfRuleSetNames(); ++i)
    if (rules_->getRuleSetName(i) == rule_set) return true;
  return false;
}

Result<NumberWords> NumberWords::open(const SpokenLanguage& language) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError where;
  const std::string name(language.locale != nullptr ? language.locale : language.code);
  const icu::Locale locale(name.c_str());
  auto rules =
      language.number_rules != nullptr
          ? std::make_unique<icu::RuleBasedNumberFormat>(
                UnicodeString::fromUTF8(language.number_rules), locale, where, status)
          : std::make_unique<icu::RuleBasedNumberFormat>(icu::URBNF_SPELLOUT, locale, status);
  if (U_FAILURE(status))
    return Error{Errc::unsupported, fmt::format("ICU has no words for numbers in \"{}\": {}",
                                                language.code, u_errorName(status))};
  return NumberWords(language, std::move(rules));
}

UnicodeString NumberWords::formatted(const UnicodeString& digits,
                                     const UnicodeString& rule_set) const {
  UnicodeString words;
  UErrorCode status = U_ZERO_ERROR;
  icu::FieldPosition ignored(icu::FieldPosition::DONT_CARE);
  if (digits.length() <= kMostDigits) {
    std::string ascii;
    digits.toUTF8String(ascii);
    const int64_t number = std::stoll(ascii);
    if (rule_set.isEmpty())
      rules_->format(number, words, ignored);
    else
      rules_->format(number, rule_set, words, ignored, status);
  } else {
    for (int i = 0; i < digits.length(); ++i)
      words.append(words.isEmpty() ? u"" : u" ").append(cardinal(UnicodeString(digits, i, 1)));
  }
  words.findAndReplace(UnicodeString(u'\u00ad'), UnicodeString());  // where it may be hyphenated
  if (language_->code == "fr") words.findAndReplace(u"-et-", u" et ");
  if (language_->code == "tr") words.findAndReplace(u" ", u"");
  if (language_->code == "nl" && words.endsWith(u"een") && is_single(digits))
    replace_end(words, u"een", u"één");
  return words;
}

UnicodeString NumberWords::cardinal(const UnicodeString& digits) const {
  return formatted(digits, {});
}

UnicodeString NumberWords::count(const UnicodeString& digits, Gender gender) const {
  const bool feminine = gender == Gender::feminine;
  if (language_->code == "it") {  // num2words': "centoun", and of feminine ones "una" alone
    if (feminine && digits == u"1") return u"una";
    UnicodeString words = cardinal(digits);
    replace_end(words, u"uno", u"un");
    return words;
  }
  const UnicodeString rule_set(feminine ? "%spellout-cardinal-feminine"
                                        : "%spellout-cardinal-masculine");
  UnicodeString words = formatted(digits, has(rule_set) ? rule_set : UnicodeString());
  if (gender == Gender::mixed) replace_end(words, u"jeden", u"jedna");
  return words;
}

UnicodeString NumberWords::ordinal(const UnicodeString& digits) const {
  return formatted(digits, ordinals_);
}

UnicodeString NumberWords::decimal(const UnicodeString& whole,
                                   const UnicodeString& fraction) const {
  int end = fraction.length();
  while (end > 0 && fraction[end - 1] == u'0') --end;
  UnicodeString words = cardinal(whole);
  if (end > 0) words.append(u' ').append(UnicodeString::fromUTF8(language_->point));
  for (int i = 0; i < end; ++i) words.append(u' ').append(cardinal(UnicodeString(fraction, i, 1)));
  return words;
}

}  // namespace sotto::spoken
