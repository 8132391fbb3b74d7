// A quantity as a language writes it, and as its voices say it.
#include <unicode/dtptngen.h>
#include <unicode/measunit.h>
#include <unicode/numberformatter.h>
#include <unicode/rbnf.h>
#include <unicode/smpdtfmt.h>

#include <algorithm>
#include <memory>

#include "base/unicode.h"
#include "text/quantity.h"
#include "text/quantity_tables.h"

namespace sotto::text {
namespace {

using Kind = Quantity::Kind;
using Bound = Quantity::Bound;

class Writer {
 public:
  Writer(const Language& language, bool aloud)
      : tables_(QuantityTables::of(language)),
        locale_(tables_.locale.c_str()),
        japanese_(language.iso == "ja"),
        english_(tables_.words->language == "en"),
        aloud_(aloud) {}

  std::string whole(const Quantity& q) const;

 private:
  std::string number(const Quantity& q) const;
  std::string bounded(std::string number, Bound bound) const;
  std::string decimal(const Decimal& value, bool grouped) const;
  std::string compact(const Decimal& value) const;
  std::string with_unit(std::string number, const Quantity& q) const;
  std::string spoken_unit(const std::string& number, const Quantity& q) const;
  std::string date(const Quantity& q) const;
  std::string time(const Quantity& q) const;
  std::string fraction(const Quantity& q) const;
  std::string ordinal(const Quantity& q) const;
  std::string multiple(const Quantity& q) const;
  std::string decade(const Quantity& q) const;

  const QuantityTables& tables_;
  const icu::Locale locale_;
  const bool japanese_, english_, aloud_;
};

std::string Writer::decimal(const Decimal& value, bool grouped) const {
  std::string digits = value.digits;
  size_t point = std::min(digits.find('.'), digits.size());
  if (point < digits.size()) digits.replace(point, 1, tables_.decimal);
  if (grouped && !aloud_) {
    for (size_t at = point; at > 3; at -= 3) digits.insert(at - 3, tables_.group);
  }
  if (!value.negative) return digits;
  return (aloud_ ? tables_.minus + (tables_.joins ? "" : " ") : "-") + digits;
}

// "3 million", 300万, "50 mil millones".
std::string Writer::compact(const Decimal& value) const {
  if (value.power == 0) return decimal(value, false);
  Decimal full;
  full.digits = value.plain();
  if (value.negative) full.digits.erase(0, 1);
  full.negative = value.negative;
  const size_t whole = std::min(full.digits.find('.'), full.digits.size());
  if (value.power < 6 && !tables_.joins && whole <= 6) return decimal(full, true);
  UErrorCode error = U_ZERO_ERROR;
  const std::string text = to_utf8(icu::number::NumberFormatter::withLocale(locale_)
                                       .notation(icu::number::Notation::compactLong())
                                       .precision(icu::number::Precision::unlimited())
                                       .grouping(UNUM_GROUPING_OFF)
                                       .formatDecimal(full.digits, error)
                                       .toString(error));
  if (U_FAILURE(error) || text.empty()) return decimal(full, true);
  return (full.negative ? decimal({"", true}, false) : "") + text;
}

std::string Writer::bounded(std::string number, Bound bound) const {
  const QuantityWords& w = *tables_.words;
  constexpr std::string_view kPlace = "…";
  const auto put = [&](std::string_view word, std::string_view sign) {
    const bool in_words = aloud_ || tables_.joins;
    if (!in_words) return std::string(sign) + number;
    if (word.starts_with(kPlace)) return number + std::string(word.substr(kPlace.size()));
    return std::string(word) + (tables_.joins ? "" : " ") + number;
  };
  switch (bound) {
    case Bound::none:
      return number;
    case Bound::about:
      return put(w.about, "~");
    case Bound::above:
      return put(w.above, "> ");
    case Bound::below:
      return put(w.below, "< ");
    case Bound::at_least:
      return put(w.at_least, ">= ");
    case Bound::at_most:
      return put(w.at_most, "<= ");
    case Bound::plus_minus:
      return aloud_ ? put(w.plus_minus, "±") : "±" + number;
    case Bound::plus:
      return aloud_ ? (japanese_ ? "プラス" : "plus ") + number : "+" + number;
  }
  return number;
}

// With the unit by its name: "1.5 gigabytes", 1.5ギガバイト.
std::string Writer::spoken_unit(const std::string& number, const Quantity& q) const {
  const Unit& unit = *q.unit;
  const std::string_view own = japanese_ ? unit.japanese : english_ ? unit.english : "";
  const bool money = unit.kind == Unit::Kind::money;
  if (!own.empty()) return number + (japanese_ ? "" : " ") + std::string(own);
  UErrorCode error = U_ZERO_ERROR;
  auto format = icu::number::NumberFormatter::withLocale(locale_)
                    .unitWidth(UNUM_UNIT_WIDTH_FULL_NAME)
                    .precision(icu::number::Precision::unlimited())
                    .grouping(UNUM_GROUPING_OFF);
  if (money) {
    format = std::move(format).unit(icu::CurrencyUnit(std::string(unit.cldr).c_str(), error));
  } else if (!unit.cldr.empty()) {
    format = std::move(format).unit(
        icu::MeasureUnit::forIdentifier(std::string(unit.cldr).c_str(), error));
  } else {
    return number + " " + std::string(unit.english);
  }
  // CLDR's form for the last number, and our text of all of it in its place.
  const Decimal& last = q.to ? *q.to : q.value;
  Decimal shown = last;
  shown.negative = false;
  const std::string alone = shown.plain();
  const std::string text = to_utf8(format.formatDecimal(alone, error).toString(error));
  std::string digits = alone;
  std::ranges::replace(digits, '.', tables_.decimal[0]);
  const size_t at = text.find(digits);
  if (U_FAILURE(error) || at == std::string::npos) return number + " " + std::string(unit.symbol());
  return text.substr(0, at) + number + text.substr(at + digits.size());
}

std::string Writer::with_unit(std::string number, const Quantity& q) const {
  if (q.unit == nullptr) return number;
  if (aloud_) return spoken_unit(number, q);
  const bool in_latin = !q.symbol.empty() && static_cast<unsigned char>(q.symbol[0]) < 0x80;
  const bool as_was = q.unit->kind == Unit::Kind::measure && in_latin;
  const std::string symbol(as_was ? q.symbol : q.unit->symbol());
  switch (q.unit->kind) {
    case Unit::Kind::percent: {
      if (japanese_ && q.symbol.size() > 3) return number + std::string(q.unit->japanese);
      const bool close = english_ || tables_.joins || tables_.locale == "pt" ||
                         tables_.locale == "it" || tables_.locale == "nl" || tables_.locale == "pl";
      return number + (close ? "" : " ") + symbol;
    }
    case Unit::Kind::money: {
      const bool magnitude = q.value.power > 0 || (q.to && q.to->power > 0);
      if (japanese_ && magnitude) return number + std::string(q.unit->japanese);
      const bool before = english_ || tables_.joins;
      if (!before) return number + " " + symbol;
      if (symbol.size() == 3 && symbol[0] >= 'A' && symbol[0] <= 'Z') return symbol + " " + number;
      return number[0] == '-' ? "-" + symbol + number.substr(1) : symbol + number;
    }
    case Unit::Kind::measure:
      return number + (q.spaced && !symbol.starts_with('/') ? " " : "") + symbol;
  }
  return number;
}

std::string Writer::number(const Quantity& q) const {
  const auto one = [&](const Decimal& value) {
    return value.power > 0 ? compact(value) : decimal(value, q.grouped);
  };
  std::string text = one(q.value);
  if (q.to) {
    const std::string to(tables_.words->to);
    const std::string between = aloud_          ? (tables_.joins ? to : " " + to + " ")
                                : japanese_     ? "〜"
                                : tables_.joins ? "~"
                                                : "–";
    text += between + one(*q.to);
  }
  return bounded(with_unit(std::move(text), q), q.bound);
}

std::string Writer::date(const Quantity& q) const {
  std::string skeleton = q.year > 0 ? "y" : "";
  skeleton += q.month > 0 ? "MMMM" : "";
  skeleton += q.day > 0 ? "d" : "";
  if (q.month == 0) return std::to_string(q.year) + (tables_.joins && japanese_ ? "年" : "");
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::DateTimePatternGenerator> patterns(
      icu::DateTimePatternGenerator::createInstance(locale_, error));
  if (U_FAILURE(error)) return "";
  const icu::UnicodeString pattern = patterns->getBestPattern(from_utf8(skeleton), error);
  icu::SimpleDateFormat format(pattern, locale_, error);
  format.adoptTimeZone(icu::TimeZone::createTimeZone("GMT"));
  const std::unique_ptr<icu::Calendar> calendar(
      icu::Calendar::createInstance(*icu::TimeZone::getGMT(), icu::Locale::getRoot(), error));
  if (U_FAILURE(error)) return "";
  calendar->set(q.year > 0 ? q.year : 2000, q.month - 1, q.day > 0 ? q.day : 1, 12, 0, 0);
  icu::UnicodeString out;
  format.format(calendar->getTime(error), out);
  return to_utf8(out);
}

std::string two_digits(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }

std::string Writer::time(const Quantity& q) const {
  const int hour = q.seconds / 3600, minute = q.seconds / 60 % 60, second = q.seconds % 60;
  if (japanese_ && (q.half_of_day || aloud_)) {
    std::string out = !q.half_of_day ? "" : hour < 12 ? "午前" : "午後";
    out += std::to_string(q.half_of_day ? (hour % 12) : hour) + "時";
    if (minute > 0 || second > 0) out += std::to_string(minute) + "分";
    if (second > 0) out += std::to_string(second) + "秒";
    return out;
  }
  const bool halves = english_ && q.half_of_day;
  const int shown = halves ? (hour % 12 == 0 ? 12 : hour % 12) : hour;
  std::string out = std::to_string(shown) + ":" + two_digits(minute);
  if (q.has_seconds) out += ":" + two_digits(second);
  if (halves) out += hour < 12 ? " AM" : " PM";
  return out;
}

std::string Writer::fraction(const Quantity& q) const {
  const std::string &top = q.value.digits, &bottom = q.to->digits;
  const std::string of(tables_.words->of);
  const bool less = q.value.compare(*q.to) < 0;
  if (tables_.joins && (q.in_words || (aloud_ && less))) {
    return bottom + (tables_.locale == "ko" ? of + " " : of) + top;
  }
  if (aloud_) return less ? top + " " + of + " " + bottom : top + " " + bottom;
  return top + "/" + bottom;
}

std::string Writer::ordinal(const Quantity& q) const {
  if (japanese_) return q.value.digits + "番目";
  UErrorCode error = U_ZERO_ERROR;
  const icu::RuleBasedNumberFormat format(icu::URBNF_ORDINAL, locale_, error);
  icu::UnicodeString out;
  if (U_SUCCESS(error) && q.value.digits.size() < 16)
    format.format(static_cast<int64_t>(std::stoll(q.value.digits)), out);
  return out.isEmpty() ? q.value.digits : to_utf8(out);
}

std::string Writer::multiple(const Quantity& q) const {
  const std::string value = decimal({q.value.plain()}, q.grouped), times(tables_.words->times);
  if (tables_.joins) return value + times;
  return aloud_ ? value + " " + times : value + "x";
}

std::string Writer::decade(const Quantity& q) const {
  const std::string_view sign = tables_.spaceless        ? "年代"
                                : english_               ? "s"
                                : tables_.locale == "ko" ? "년대"
                                : tables_.locale == "de" ? "er"
                                                         : "";
  return std::to_string(q.year) + std::string(sign);
}

std::string Writer::whole(const Quantity& q) const {
  switch (q.kind) {
    case Kind::number:
      return number(q);
    case Kind::multiple:
      return multiple(q);
    case Kind::ordinal:
      return ordinal(q);
    case Kind::fraction:
      return fraction(q);
    case Kind::date:
      return date(q);
    case Kind::time:
      return time(q);
    case Kind::decade:
      return decade(q);
  }
  return "";
}

}  // namespace

std::string written(const Quantity& quantity, const Language& language) {
  return Writer(language, /*aloud=*/false).whole(quantity);
}

std::string spoken(const Quantity& quantity, const Language& language) {
  return Writer(language, /*aloud=*/true).whole(quantity);
}

}  // namespace sotto::text
