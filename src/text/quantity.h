// Numbers with all that belongs to them, as typed values: found in a text of any language, written
// and said by rule in any other. No network sees more of one than a placeholder.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "text/units.h"

namespace sotto::text {

// An exact decimal number.
struct Decimal {
  std::string digits = "0";  // "1234.50": no sign, no grouping, a point before decimals
  bool negative = false;
  int power = 0;  // of ten, that a word or letter adds: 6 in "3 million" and "3M"

  std::string plain() const;  // "3000000": the power applied, no zeros that say nothing
  // By value: 3 million is 3000000.0. Not for numbers of more than kMostDigits.
  std::strong_ordering compare(const Decimal& other) const;
  bool operator==(const Decimal& other) const { return compare(other) == 0; }
};

struct Quantity {
  enum class Kind {
    number,    // value, or the range from value to `to`; with a unit, money or per cent
    multiple,  // "2x"
    ordinal,   // "3rd"
    fraction,  // value of `to`: "two thirds", "3/4"
    date,      // year, month, day; 0: not said
    time,      // seconds of the day
    decade     // the year it begins with: "1990s", "the 90s"
  };
  // A sign that stands before it, or the word for it.
  enum class Bound { none, about, above, below, at_least, at_most, plus_minus, plus };

  Kind kind = Kind::number;
  Bound bound = Bound::none;
  Decimal value;
  std::optional<Decimal> to;
  const Unit* unit = nullptr;    // of the table of units, or null
  std::string_view symbol = {};  // of those of the unit, the one that was written
  int year = 0, month = 0, day = 0;
  int seconds = 0;           // of the day
  bool has_seconds = false;  // "10:30:00"
  bool half_of_day = false;  // it was said with AM or PM
  // Marks of the text's own spelling; quantities that differ in these alone are equal.
  bool grouped = false, in_words = false, spaced = false;

  bool operator==(const Quantity& other) const;
};

struct FoundQuantity {
  size_t begin, end;  // bytes
  Quantity quantity;
};

// The quantities of a text, in order, without overlap. Takes time that grows with its length alone.
// A number that is part of something larger (an address, a version, a word) is none. Thread-safe.
std::vector<FoundQuantity> find_quantities(std::string_view text, const Language& language);

// The text as one quantity; none: it is none, or more than one.
std::optional<Quantity> parse_quantity(std::string_view text, const Language& language);

// Writes it in the language's way: 3 million is 300万, November 5, 2026 5. November 2026.
std::string written(const Quantity& quantity, const Language& language);

// Writes it as a voice shall say it: "> 200 ms" is "more than 200 milliseconds". Digits stay
// digits.
std::string spoken(const Quantity& quantity, const Language& language);

// Spells out a protected number that is no quantity ("2.3.1", "#123", "1920x1080", "2m30s") for a
// voice.
std::string spoken_number(std::string_view text, const Language& language);

}  // namespace sotto::text
