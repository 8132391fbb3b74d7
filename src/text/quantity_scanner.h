// The pieces of quantities at a place of a text: numbers, signs, words between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/quantity.h"
#include "text/quantity_tables.h"

namespace sotto::text {

inline constexpr size_t kMostDigits = 40;  // of a number; a longer one is no quantity

// A number and where it ends.
struct ScannedNumber {
  Decimal value;
  size_t end = 0;  // bytes
  bool grouped = false, in_words = false;
};

class QuantityScanner {
 public:
  QuantityScanner(std::string_view text, const QuantityTables& tables)
      : text_(text), tables_(tables) {}

  std::string_view text() const { return text_; }
  const QuantityTables& tables() const { return tables_; }

  // Digits with the language's separators, and a magnitude behind them ("3 million", "1.5k",
  // 300万).
  std::optional<ScannedNumber> number(size_t i) const;
  // The same in words: "twenty-three", "half a million".
  std::optional<ScannedNumber> number_in_words(size_t i) const;
  std::optional<ScannedNumber> either(size_t i) const;

  // At most `most` digits, as an int, without separators; `end` is moved behind them.
  std::optional<int> digits(size_t& end, size_t least, size_t most) const;

  // Behind `word` and the space around it; none: it is not there, or is a part of a longer word.
  std::optional<size_t> behind_word(size_t i, std::string_view list) const;
  // Behind one of the marks, which are separated by a space.
  std::optional<size_t> behind_mark(size_t i, std::string_view marks) const;

  size_t behind_space(size_t i) const;               // at most one
  std::string word_at(size_t i, size_t& end) const;  // letters, folded

  bool is_digit(size_t i) const { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; }
  // Whether a number may not end at i, or begin there: it would be a part of something.
  bool goes_on(size_t i) const;
  bool is_inside(size_t i) const;

 private:
  std::optional<size_t> magnitude(size_t i, int& power) const;
  std::optional<size_t> group(size_t i) const;
  std::optional<size_t> behind_half(size_t i) const;
  bool is_hundred(std::string_view word) const;

  std::string_view text_;
  const QuantityTables& tables_;
};

}  // namespace sotto::text
