#include "text/spoken/cleaning.h"

#include <fmt/format.h>
#include <unicode/regex.h>
#include <unicode/unistr.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/unicode.h"
#include "text/spoken/characters.h"
#include "text/spoken/hangul.h"
#include "text/spoken/languages.h"
#include "text/spoken/number_words.h"

namespace sotto::spoken {
namespace {

using icu::UnicodeString;
using Pattern = std::unique_ptr<const icu::RegexPattern>;

// Compiles an expression of ours, which has no mistake.
Pattern pattern(const UnicodeString& expression) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError where;
  return Pattern(icu::RegexPattern::compile(expression, where, status));
}

using Groups = std::function<UnicodeString(int)>;  // 0: all of a match
// None: it is left as it is, and so is everything behind it.
using Replace = std::function<std::optional<UnicodeString>(const Groups& group)>;

// False: something was left as it is.
bool replace_each(UnicodeString& text, const Pattern& what, const Replace& with) {
  UErrorCode status = U_ZERO_ERROR;
  if (what == nullptr) return false;
  const std::unique_ptr<icu::RegexMatcher> matcher(what->matcher(text, status));
  if (U_FAILURE(status)) return false;
  UnicodeString made;
  int end = 0;
  while (matcher->find(status) && U_SUCCESS(status)) {
    const auto group = [&](int number) { return matcher->group(number, status); };
    const std::optional<UnicodeString> replacement = with(group);
    if (!replacement) return false;
    made.append(text, end, matcher->start(status) - end).append(*replacement);
    end = matcher->end(status);
  }
  made.append(text, end, text.length() - end);
  text = made;
  return true;
}

// A currency's amount in a match: units, and cents where more than zeros stand behind the point;
// none where it is no number.
struct Amount {
  UnicodeString whole, cents;
};

// One more.
void count_up(UnicodeString& digits) {
  int i = digits.length() - 1;
  for (; i >= 0 && digits[i] == u'9'; --i) digits.setCharAt(i, u'0');
  if (i >= 0)
    digits.setCharAt(i, static_cast<char16_t>(digits[i] + 1));
  else
    digits.insert(0, u'1');
}

void drop_zeros(UnicodeString& digits) {
  while (digits.length() > 1 && digits[0] == u'0') digits.remove(0, 1);
}

std::optional<Amount> amount_of(UnicodeString text) {
  Amount amount;
  bool behind = false;
  UnicodeString fraction;
  for (int i = 0; i < text.length(); ++i) {
    const char16_t c = text[i];
    if (c == u'.' || c == u',') {
      if (behind) return std::nullopt;
      behind = true;
    } else if (c >= u'0' && c <= u'9') {
      (behind ? fraction : amount.whole).append(c);
    }
  }
  if (amount.whole.isEmpty()) amount.whole = u"0";
  const bool has_cents = !UnicodeString(fraction).findAndReplace(u"0", u"").isEmpty();
  fraction.append(u"000");
  UnicodeString hundredths = amount.whole + UnicodeString(fraction, 0, 2);
  if (fraction[2] >= u'5') count_up(hundredths);
  const int units = hundredths.length() - 2;
  amount.whole = UnicodeString(hundredths, 0, units);
  drop_zeros(amount.whole);
  if (has_cents) {
    amount.cents = UnicodeString(hundredths, units);
    drop_zeros(amount.cents);
  }
  return amount;
}

// The form of the noun behind that count. num2words takes "few" by the last digits in Polish, Czech
// and Russian alike.
const char* name_of(const Noun& noun, const UnicodeString& count, std::string_view language) {
  const char16_t last = count[count.length() - 1];
  const bool is_teen = count.length() > 1 && count[count.length() - 2] == u'1';
  if (count == u"1" || (language == "ru" && last == u'1' && !is_teen)) return noun.one;
  const bool is_few = noun.few != nullptr && last >= u'2' && last <= u'4' && !is_teen;
  return is_few ? noun.few : noun.many;
}

// "um milhão de euros".
bool ends_in_millions(const UnicodeString& count) {
  return count.length() > 6 && count.endsWith(u"000000");
}

}  // namespace

struct Cleaner::Rules {
  const SpokenLanguage* row;
  NumberWords words;
  Pattern grouped, decimal, ordinal, number;
  std::vector<Pattern> money;  // of each currency
  std::vector<std::pair<Pattern, UnicodeString>> abbreviations;

  UnicodeString said(const Currency& currency, const Amount& amount) const {
    const auto part = [&](const UnicodeString& count, const Noun& noun, Gender gender) {
      UnicodeString number = words.count(count, gender);
      number += UnicodeString::fromUTF8(row->before_unit);
      if (row->code == "pt" && ends_in_millions(count)) number += u"de ";
      return number + UnicodeString::fromUTF8(name_of(noun, count, row->code));
    };
    UnicodeString said = part(amount.whole, currency.unit, currency.gender);
    if (amount.cents.isEmpty()) return said;
    return said + UnicodeString::fromUTF8(row->and_cents) +
           part(amount.cents, currency.cent, currency.cent_gender);
  }

  void expand_money(UnicodeString& text) const {
    for (size_t i = 0; i < money.size(); ++i) {
      const auto with = [&](const Groups& group) -> std::optional<UnicodeString> {
        const auto amount = amount_of(group(0));
        return amount ? std::optional(said(row->currencies[i], *amount)) : std::nullopt;
      };
      // One amount that is no number ends the search, as upstream's does.
      if (!replace_each(text, money[i], with)) return;
    }
  }
};

Cleaner::Cleaner(std::unique_ptr<const Rules> rules) : rules_(std::move(rules)) {}
Cleaner::Cleaner(Cleaner&&) noexcept = default;
Cleaner& Cleaner::operator=(Cleaner&&) noexcept = default;
Cleaner::~Cleaner() = default;

Result<Cleaner> Cleaner::open(std::string_view language) {
  const SpokenLanguage* row = spoken_language(language);
  if (row == nullptr)
    return Error{Errc::unsupported,
                 fmt::format("XTTS: sotto has no rules for texts in \"{}\"", language)};
  Result<NumberWords> words = NumberWords::open(*row);
  if (!words) return words.error();
  Rules rules{.row = row,
              .words = *std::move(words),
              // In other languages any character stands for the dot: upstream's slip.
              .grouped = pattern(row->group_sign == u',' ? u"\\b\\d{1,3}(,\\d{3})*(\\.\\d+)?\\b"
                                                         : u"\\b\\d{1,3}(.\\d{3})*(\\,\\d+)?\\b"),
              .decimal = row->point == nullptr ? nullptr : pattern(u"([0-9]+)[.,]([0-9]+)"),
              .ordinal = pattern(u"([0-9]+)" + UnicodeString::fromUTF8(row->ordinals)),
              .number = pattern(u"[0-9]+"),
              .money = {},
              .abbreviations = {}};
  for (const Currency& currency : row->currencies) {
    const UnicodeString sign = UnicodeString(u'\\') + currency.sign;
    rules.money.push_back(pattern(sign + u"[0-9.,]*[0-9]+|[0-9.,]*[0-9]+" + sign));
  }
  for (const Replaced& each : row->abbreviations)
    rules.abbreviations.emplace_back(pattern(u"\\b" + UnicodeString::fromUTF8(each.what) +
                                             UnicodeString::fromUTF8(row->abbreviation_end)),
                                     UnicodeString::fromUTF8(each.with));
  return Cleaner(std::make_unique<const Rules>(std::move(rules)));
}

std::string Cleaner::numbers(std::string_view given) const {
  const Rules& r = *rules_;
  UnicodeString text = from_utf8(given);
  replace_each(text, r.grouped, [&](const Groups& group) {
    return std::optional(group(0).findAndReplace(UnicodeString(r.row->group_sign), u""));
  });
  r.expand_money(text);
  if (r.decimal != nullptr) {
    replace_each(text, r.decimal, [&](const Groups& group) {
      return std::optional(r.words.decimal(group(1), group(2)));
    });
  }
  replace_each(text, r.ordinal,
               [&](const Groups& group) { return std::optional(r.words.ordinal(group(1))); });
  replace_each(text, r.number,
               [&](const Groups& group) { return std::optional(r.words.cardinal(group(0))); });
  return to_utf8(text);
}

std::string Cleaner::abbreviations(std::string_view given) const {
  UnicodeString text = from_utf8(given);
  for (const auto& each : rules_->abbreviations)
    replace_each(text, each.first, [&](const Groups&) { return std::optional(each.second); });
  return to_utf8(text);
}

std::string Cleaner::symbols(std::string_view given) const {
  UnicodeString text = from_utf8(given);
  for (size_t i = 0; i < std::size(kSpokenSymbols); ++i) {
    text.findAndReplace(UnicodeString::fromUTF8(kSpokenSymbols[i]),
                        u' ' + UnicodeString::fromUTF8(rules_->row->symbols[i]) + u' ');
    text.findAndReplace(u"  ", u" ");
  }
  return to_utf8(text.trim());
}

std::string Cleaner::operator()(std::string_view given) const {
  UnicodeString text = from_utf8(given);
  text.findAndReplace(u"\"", u"");
  const std::string words =
      single_spaced(symbols(abbreviations(numbers(lowered(stripped(to_utf8(text)))))));
  return rules_->row->code == "ko" ? romanized_hangul(words) : words;
}

}  // namespace sotto::spoken
