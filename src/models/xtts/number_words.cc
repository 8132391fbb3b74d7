#include "models/xtts/number_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace sotto::models::xtts {
namespace {

using icu::UnicodeString;

// "one thousand, nine hundred and ninety-nine", "two thousand and five".
constexpr const char* kEnglishRules =
    "%spellout-numbering:\n"
    "0: zero; one; two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; thirteen;"
    "fourteen; fifteen; sixteen; seventeen; eighteen; nineteen; 20: twenty[->>];\n"
    "30: thirty[->>]; 40: forty[->>]; 50: fifty[->>]; 60: sixty[->>]; 70: seventy[->>];"
    "80: eighty[->>]; 90: ninety[->>]; 100: << hundred[ and >>]; 1000: << thousand[>%%rest>];"
    "1000000: << million[>%%rest>]; 1000000000: << billion[>%%rest>];"
    "1000000000000: << trillion[>%%rest>]; 1000000000000000: << quadrillion[>%%rest>];\n"
    "%spellout-ordinal:\n"
    "0: zeroth; first; second; third; fourth; fifth; sixth; seventh; eighth; ninth; tenth;"
    "eleventh; twelfth; =%spellout-numbering=th;\n"
    "20: twent>%%tieth>; 30: thirt>%%tieth>; 40: fort>%%tieth>; 50: fift>%%tieth>;"
    "60: sixt>%%tieth>; 70: sevent>%%tieth>; 80: eight>%%tieth>; 90: ninet>%%tieth>;"
    "100: <%spellout-numbering< hundred>%%th>; 1000: <%spellout-numbering< thousand>%%th-rest>;"
    "1000000: <%spellout-numbering< million>%%th-rest>;"
    "1000000000: <%spellout-numbering< billion>%%th-rest>;\n"
    "%%rest:\n1: ' and =%spellout-numbering=; 100: , =%spellout-numbering=;\n"
    "%%tieth:\n0: ieth; 1: y-=%spellout-ordinal=;\n"
    "%%th:\n0: th; 1: ' and =%spellout-ordinal=;\n"
    "%%th-rest:\n0: th; 1: ' and =%spellout-ordinal=; 100: , =%spellout-ordinal=;\n";

// Numbers of Chinese origin, a space behind ten thousands; what is counted up to 99 has Korean
// ones.
constexpr const char* kKoreanRules =
    "%spellout-numbering:\n"
    "0: 영; 일; 이; 삼; 사; 오; 육; 칠; 팔; 구; 10: 십[>>]; 20: <<십[>>]; 100: 백[>>];"
    "200: <<백[>>]; 1000: 천[>>]; 2000: <<천[>>]; 10000: 만[ >>]; 20000: <<만[ >>];"
    "100000000: <<억[ >>]; 1000000000000: <<조[ >>]; 10000000000000000: <<경[ >>];\n"
    "%spellout-ordinal:\n"
    "0: 영 번째; 첫 번째; =%%count= 번째; 100: 백[ >%%count>] 번째;"
    "200: <%spellout-numbering<백[ >%%count>] 번째; 1000: =%spellout-numbering= 번째;\n"
    "%%count:\n"
    "0: 영; 한; 두; 세; 네; 다섯; 여섯; 일곱; 여덟; 아홉; 10: 열[>>]; 20: 스물[>>]; 30: 서른[>>];"
    "40: 마흔[>>]; 50: 쉰[>>]; 60: 예순[>>]; 70: 일흔[>>]; 80: 여든[>>]; 90: 아흔[>>];\n";

struct OwnRules {
  std::string_view language;
  const char* rules;
};
constexpr OwnRules kOwnRules[] = {{"en", kEnglishRules}, {"ko", kKoreanRules}};

constexpr int kMostDigits = 18;  // of 64 bits

struct Point {
  std::string_view language;
  const char* word;
};
// What is said between the digits before and behind a decimal point.
constexpr Point kPoints[] = {
    {"en", "point"},   {"es", "punto"},     {"fr", "virgule"}, {"de", "Komma"}, {"it", "virgola"},
    {"pt", "vírgula"}, {"pl", "przecinek"}, {"nl", "komma"},   {"cs", "celá"},  {"hu", "egész"},
    {"ru", "целых"},   {"ar", "فاصلة"},     {"hi", "दशमलव"},   {"ko", "점"},
};

constexpr const char* kOrdinals[] = {"%spellout-ordinal", "%spellout-ordinal-masculine"};

// 1, 101, 201, ...
bool is_single(const UnicodeString& digits) { return digits == u"1" || digits.endsWith(u"01"); }

void replace_end(UnicodeString& words, const UnicodeString& end, const UnicodeString& with) {
  if (words.endsWith(end)) words.replace(words.length() - end.length(), end.length(), with);
}

}  // namespace

NumberWords::NumberWords(std::string_view language,
                         std::unique_ptr<icu::RuleBasedNumberFormat> rules)
    : language_(language), rules_(std::move(rules)) {
  const auto* point = std::ranges::find(kPoints, language, &Point::language);
  if (point != std::end(kPoints)) {
    language_ = point->language;  // which lives as long as the program
    point_ = UnicodeString::fromUTF8(point->word);
  } else {
    language_ = language == "tr" ? "tr" : "";
  }
  for (const char* name : kOrdinals)
    if (ordinals_.isEmpty() && has(name)) ordinals_ = UnicodeString(name);
}

bool NumberWords::has(const UnicodeString& rule_set) const {
  for (int i = 0; i < rules_->getNumberOfRuleSetNames(); ++i)
    if (rules_->getRuleSetName(i) == rule_set) return true;
  return false;
}

Result<NumberWords> NumberWords::open(std::string_view language) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError where;
  // num2words' Portuguese is that of Portugal: "dezasseis".
  const icu::Locale locale(language == "pt" ? "pt_PT" : std::string(language).c_str());
  const auto* own = std::ranges::find(kOwnRules, language, &OwnRules::language);
  auto rules =
      own != std::end(kOwnRules)
          ? std::make_unique<icu::RuleBasedNumberFormat>(UnicodeString::fromUTF8(own->rules),
                                                         locale, where, status)
          : std::make_unique<icu::RuleBasedNumberFormat>(icu::URBNF_SPELLOUT, locale, status);
  if (U_FAILURE(status))
    return Error{Errc::unsupported, fmt::format("ICU has no words for numbers in \"{}\": {}",
                                                language, u_errorName(status))};
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
  if (language_ == "fr") words.findAndReplace(u"-et-", u" et ");
  if (language_ == "tr") words.findAndReplace(u" ", u"");
  if (language_ == "nl" && words.endsWith(u"een") && is_single(digits))
    replace_end(words, u"een", u"één");
  return words;
}

UnicodeString NumberWords::cardinal(const UnicodeString& digits) const {
  return formatted(digits, {});
}

UnicodeString NumberWords::count(const UnicodeString& digits, Gender gender) const {
  const bool feminine = gender == Gender::feminine;
  if (language_ == "it") {  // num2words': "centoun", and of feminine ones "una" alone
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
  if (end > 0) words.append(u' ').append(point_);
  for (int i = 0; i < end; ++i) words.append(u' ').append(cardinal(UnicodeString(fraction, i, 1)));
  return words;
}

}  // namespace sotto::models::xtts
