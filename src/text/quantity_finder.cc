// Finds the quantity that begins at a place of a text.
#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "text/character.h"
#include "text/quantity.h"
#include "text/quantity_dates.h"
#include "text/quantity_scanner.h"

namespace sotto::text {
namespace {

using Kind = Quantity::Kind;
using Bound = Quantity::Bound;

constexpr std::pair<std::string_view, Bound> kBounds[] = {
    {">=", Bound::at_least}, {"=>", Bound::none},        {"<=", Bound::at_most},
    {"≥", Bound::at_least},  {"≤", Bound::at_most},      {">", Bound::above},
    {"<", Bound::below},     {"+/-", Bound::plus_minus}, {"±", Bound::plus_minus},
    {"≈", Bound::about},     {"~", Bound::about},        {"+", Bound::plus}};

bool is_of_word(char c) {
  return static_cast<unsigned char>(c) < 0x80 && is_alphanumeric(static_cast<unsigned char>(c));
}

constexpr std::string_view kMinusSigns = "- − －";

// "3-5 million" is millions on both sides; "4000 to 1.5 million" is not.
bool shares_power(const Decimal& from, const Decimal& to) {
  return from.power == 0 && to.power > 0 && from.compare({to.digits}) < 0;
}

class Finder {
 public:
  Finder(std::string_view text, const QuantityTables& tables)
      : text_(text), tables_(tables), scan_(text, tables) {}

  std::vector<FoundQuantity> all() const;

 private:
  std::optional<FoundQuantity> at(size_t i) const;
  std::optional<FoundQuantity> number_at(size_t i) const;
  std::optional<FoundQuantity> fraction_at(size_t i) const;
  std::optional<FoundQuantity> decade_at(size_t i) const;
  std::optional<FoundQuantity> between_at(size_t i) const;
  bool has_noun(size_t i) const;
  Bound bound_before(size_t& i) const;
  Bound bound_behind(size_t& i) const;
  const Unit* money_before(size_t& i) const;
  bool sign_before(size_t& i) const;
  std::optional<ScannedNumber> end_of_range(const ScannedNumber& from, size_t begin) const;
  bool unit_behind(Quantity& quantity, size_t& end) const;
  bool suffix_behind(Quantity& quantity, size_t& end) const;
  bool is_plural(size_t begin, size_t end) const;
  size_t behind_token(size_t i) const;
  bool is_before(size_t i, std::string_view word) const;

  std::string_view text_;
  const QuantityTables& tables_;
  QuantityScanner scan_;
};

// Reads the number behind a sign, directly or behind one space; only digits may stand there.
Bound Finder::bound_before(size_t& i) const {
  const QuantityWords& w = *tables_.words;
  if (tables_.joins) {
    for (const auto& [word, bound] : {std::pair{w.about, Bound::about},
                                      {w.above, Bound::above},
                                      {w.below, Bound::below},
                                      {w.at_least, Bound::at_least},
                                      {w.at_most, Bound::at_most}}) {
      if (word.starts_with("…") || !text_.substr(i).starts_with(word)) continue;
      i = scan_.behind_space(i + word.size());
      return bound;
    }
  }
  if (i < text_.size() && is_of_word(text_[i])) return Bound::none;
  constexpr std::string_view kArrows = "-=<>!+";
  if (i > 0 && kArrows.find(text_[i - 1]) != std::string_view::npos) return Bound::none;
  for (const auto& [sign, bound] : kBounds) {
    if (!text_.substr(i).starts_with(sign)) continue;
    if (bound == Bound::none) return bound;
    const bool wide = bound != Bound::plus;  // "+ 5" is a sum
    const size_t behind = i + sign.size();
    const size_t number = wide ? scan_.behind_space(behind) : behind;
    size_t probe = number;
    money_before(probe);
    sign_before(probe);
    money_before(probe);
    if (!scan_.is_digit(probe)) return Bound::none;
    i = number;
    return bound;
  }
  return Bound::none;
}

// 超, 未満, 以上, 以下 behind a number.
Bound Finder::bound_behind(size_t& i) const {
  const QuantityWords& w = *tables_.words;
  for (const auto& [word, bound] : {std::pair{w.above, Bound::above},
                                    {w.below, Bound::below},
                                    {w.at_least, Bound::at_least},
                                    {w.at_most, Bound::at_most}}) {
    constexpr std::string_view kPlace = "…";
    if (!word.starts_with(kPlace)) continue;
    const std::string_view behind = word.substr(kPlace.size());
    if (!text_.substr(i).starts_with(behind)) continue;
    i += behind.size();
    return bound;
  }
  return Bound::none;
}

const Unit* Finder::money_before(size_t& i) const {
  const UnitMatch match = unit_at(text_.substr(i));
  if (match.unit == nullptr || match.unit->kind != Unit::Kind::money) return nullptr;
  const char first = text_[i];
  const bool is_code = match.size == 3 && first >= 'A' && first <= 'Z';
  const size_t behind = is_code ? scan_.behind_space(i + match.size) : i + match.size;
  if (is_code && behind == i + match.size) return nullptr;
  size_t probe = behind;
  sign_before(probe);
  if (!scan_.is_digit(probe)) return nullptr;
  i = behind;
  return match.unit;
}

bool Finder::sign_before(size_t& i) const {
  if (i < text_.size() && is_of_word(text_[i])) return false;
  const auto behind = scan_.behind_mark(i, kMinusSigns);
  if (!behind) return false;
  const UnitMatch money = unit_at(text_.substr(*behind));
  const bool before_money = money.unit != nullptr && money.unit->kind == Unit::Kind::money &&
                            scan_.is_digit(*behind + money.size);
  if (!scan_.is_digit(*behind) && !before_money) return false;
  i = *behind;
  return true;
}

// The second number of "5-10", "3–5" and "five to thirty".
std::optional<ScannedNumber> Finder::end_of_range(const ScannedNumber& from, size_t begin) const {
  size_t i = from.end;
  bool by_word = false;
  if (const auto dash = scan_.behind_mark(i, "- – — ~ 〜 ～ ‑")) {
    i = *dash;
  } else if (const auto spaced = scan_.behind_mark(scan_.behind_space(i), "– —")) {
    i = scan_.behind_space(*spaced);  // "5 - 10" may be a difference
  } else {
    size_t at = scan_.behind_space(i);
    if (at == i && !tables_.joins) return std::nullopt;
    const auto behind = scan_.behind_word(at, tables_.words->to);
    if (!behind) return std::nullopt;
    i = scan_.behind_space(*behind);
    by_word = true;
  }
  auto to = scan_.either(i);
  if (!to || to->in_words != from.in_words) return std::nullopt;
  Decimal low = from.value;
  if (shares_power(from.value, to->value)) low.power = to->value.power;
  if (low.compare(to->value) >= 0) return std::nullopt;
  if (!by_word) return to;
  // "from 5 to 10" says what changed; a range has something that is counted behind it.
  for (const std::string_view from : {"from", "von", "de", "da", "van", "od", "от"})
    if (is_before(begin, from)) return std::nullopt;
  if (tables_.joins || to->end == text_.size() || has_noun(to->end)) return to;
  return std::nullopt;
}

// Whether something that is counted stands behind a number.
bool Finder::has_noun(size_t i) const {
  const size_t noun = scan_.behind_space(i);
  size_t end = noun;
  return noun > i && !scan_.word_at(noun, end).empty();
}

// "between 3 and 5 seconds"
std::optional<FoundQuantity> Finder::between_at(size_t i) const {
  const QuantityWords& w = *tables_.words;
  const auto begin = w.between.empty() ? std::nullopt : scan_.behind_word(i, w.between);
  const auto from = begin ? scan_.either(*begin) : std::nullopt;
  const size_t and_begin = from ? scan_.behind_space(from->end) : 0;
  const auto behind =
      from && and_begin > from->end ? scan_.behind_word(and_begin, w.and_) : std::nullopt;
  const auto to = behind ? scan_.either(*behind) : std::nullopt;
  if (!to || to->in_words != from->in_words || from->value.compare(to->value) >= 0)
    return std::nullopt;
  FoundQuantity found{i, to->end, {}};
  Quantity& q = found.quantity;
  q.value = from->value;
  if (shares_power(q.value, to->value)) q.value.power = to->value.power;
  q.to = to->value;
  q.grouped = from->grouped || to->grouped;
  q.in_words = to->in_words;
  const bool has_unit = !q.in_words && unit_behind(q, found.end);
  const bool counts = has_unit || found.end == text_.size() || has_noun(found.end);
  return counts && !scan_.goes_on(found.end) ? std::optional(found) : std::nullopt;
}

// "1990s", "the 90s".
std::optional<FoundQuantity> Finder::decade_at(size_t i) const {
  size_t end = i;
  const auto year = tables_.locale == "en" ? scan_.digits(end, 2, 4) : std::nullopt;
  if (!year || *year % 10 != 0 || end - i == 3 || !text_.substr(end).starts_with('s'))
    return std::nullopt;
  if (scan_.goes_on(end + 1) || (end - i == 2 && i > 0 && !is_plural(i, end))) return std::nullopt;
  FoundQuantity found{i, end + 1, {}};
  found.quantity.kind = Kind::decade;
  found.quantity.year = *year;
  return found;
}

bool Finder::is_before(size_t i, std::string_view word) const {
  return i > word.size() && text_.substr(0, i - 1).ends_with(word) && text_[i - 1] == ' ';
}

// "the 90s" are years, and "404s" are errors.
bool Finder::is_plural(size_t begin, size_t end) const {
  if (end - begin == 3 && (text_[begin] == '4' || text_[begin] == '5') && text_[begin + 1] == '0')
    return true;
  return end - begin == 4 || is_before(begin, "the") || is_before(begin, "early") ||
         is_before(begin, "late");
}

bool Finder::unit_behind(Quantity& quantity, size_t& end) const {
  if (quantity.unit != nullptr) return false;
  const size_t begin = scan_.behind_space(end);
  for (std::string_view rest = tables_.words->percent; !rest.empty();) {
    const std::string_view word = next_alternative(rest);
    const size_t behind = begin + word.size();
    if (begin == end || !folds_to(text_.substr(begin, word.size()), word)) continue;
    if (scan_.goes_on(behind)) continue;
    quantity.unit = unit_at("%").unit;
    quantity.symbol = word;
    end = behind;
    return true;
  }
  const UnitMatch match = unit_at(text_.substr(begin));
  if (match.unit == nullptr) return false;
  const size_t behind = begin + match.size;
  const char last = text_[behind - 1];
  const bool is_letter = (last >= 'a' && last <= 'z') || (last >= 'A' && last <= 'Z');
  if (is_letter && (scan_.goes_on(behind) || text_.substr(behind).starts_with('\''))) return false;
  if (match.unit->symbol().starts_with('/') && begin > end) return false;
  const bool is_name = match.unit->kind == Unit::Kind::money && scan_.goes_on(behind);
  if (is_name) return false;  // "5 $HOME"
  quantity.unit = match.unit;
  quantity.symbol = match.symbol;
  quantity.spaced = begin > end;
  end = behind;
  return true;
}

// "3rd", "2x", 3番目, 2倍.
bool Finder::suffix_behind(Quantity& quantity, size_t& end) const {
  if (quantity.to || quantity.unit != nullptr || quantity.bound != Bound::none ||
      quantity.value.negative) {
    return false;
  }
  if (const auto behind = scan_.behind_mark(end, "倍 배 x ×")) {
    if (scan_.goes_on(*behind)) return false;
    quantity.kind = Kind::multiple;
    end = *behind;
    return true;
  }
  size_t word_end = end;
  const std::string word = scan_.word_at(end, word_end);
  bool ordinal = false;
  if (tables_.locale == "en") {
    ordinal = word == "st" || word == "nd" || word == "rd" || word == "th";
  } else if (tables_.locale == "fr") {
    ordinal = word == "e" || word == "er" || word == "re" || word == "ème";
  } else if (const auto behind = scan_.behind_mark(end, "番目 .º º ª 번째")) {
    ordinal = true;
    word_end = *behind;
  }
  if (!ordinal || scan_.goes_on(word_end)) return false;
  quantity.kind = Kind::ordinal;
  end = word_end;
  return true;
}

// "two thirds", "3/4", 3分の2.
std::optional<FoundQuantity> Finder::fraction_at(size_t i) const {
  size_t end = i;
  FoundQuantity found{i, i, {}};
  found.quantity.kind = Kind::fraction;
  if (const auto first = scan_.digits(end, 1, 3)) {
    const bool reversed = tables_.spaceless && scan_.behind_mark(end, "分の 分之").has_value();
    const auto behind = scan_.behind_mark(end, reversed ? "分の 分之" : "/");
    if (!behind) return std::nullopt;
    end = *behind;
    const auto second = scan_.digits(end, 1, 3);
    if (!second || *first == 0 || *second == 0 || scan_.goes_on(end)) return std::nullopt;
    found.quantity.value.digits = std::to_string(reversed ? *second : *first);
    found.quantity.to = Decimal{std::to_string(reversed ? *first : *second)};
    found.end = end;
    return found;
  }
  if (tables_.locale != "en") return std::nullopt;
  constexpr std::string_view kParts[] = {"third", "quarter", "fifth", "sixth", "eighth", "tenth"};
  constexpr int kOf[] = {3, 4, 5, 6, 8, 10};
  size_t word_end = i;
  const auto number = tables_.small.find(scan_.word_at(i, word_end));
  if (number == tables_.small.end() || number->second == 0 || number->second > 9)
    return std::nullopt;
  const size_t next = scan_.behind_space(word_end);
  const size_t part = next == word_end && text_.substr(next).starts_with('-') ? next + 1 : next;
  if (part == word_end) return std::nullopt;
  const std::string name = scan_.word_at(part, word_end);
  for (size_t n = 0; n < std::size(kParts); ++n) {
    const bool one = number->second == 1;
    if (name != std::string(kParts[n]) + (one ? "" : "s")) continue;
    found.quantity.value.digits = std::to_string(number->second);
    found.quantity.to = Decimal{std::to_string(kOf[n])};
    found.quantity.in_words = true;
    found.end = word_end;
    return found;
  }
  return std::nullopt;
}

std::optional<FoundQuantity> Finder::number_at(size_t i) const {
  FoundQuantity found{i, i, {}};
  Quantity& q = found.quantity;
  size_t at = i;
  q.bound = bound_before(at);
  q.unit = money_before(at);
  q.value.negative = sign_before(at);
  if (q.unit == nullptr) q.unit = money_before(at);
  const size_t number_begin = at;
  const auto number = scan_.either(at);
  if (!number) return std::nullopt;
  const bool negative = q.value.negative;
  q.value = number->value;
  q.value.negative = negative;
  q.grouped = number->grouped;
  q.in_words = number->in_words;
  size_t end = number->end;
  if (!negative) {
    if (auto to = end_of_range(*number, i)) {
      if (shares_power(q.value, to->value)) q.value.power = to->value.power;
      q.to = to->value;
      q.grouped = q.grouped || to->grouped;
      end = to->end;
    }
  }
  const bool plain = q.value.power == 0 && !q.in_words;
  if (plain && !q.to && text_.substr(end).starts_with('s') && is_plural(number_begin, end))
    return std::nullopt;
  if (!q.in_words && !unit_behind(q, end)) suffix_behind(q, end);
  if (q.bound == Bound::none && !q.in_words) q.bound = bound_behind(end);
  if (scan_.goes_on(end)) return std::nullopt;
  found.end = end;
  return found;
}

std::optional<FoundQuantity> Finder::at(size_t i) const {
  if (auto found = date_at(scan_, i)) return found;
  if (auto found = time_at(scan_, i)) return found;
  if (auto found = fraction_at(i)) return found;
  if (auto found = decade_at(i)) return found;
  if (auto found = between_at(i)) return found;
  return number_at(i);
}

// The place at which the next token may begin if none is at i.
size_t Finder::behind_token(size_t i) const {
  if (scan_.is_digit(i)) {
    while (i < text_.size() && scan_.goes_on(i)) ++i;
    return i;
  }
  size_t end = i;
  if (!scan_.word_at(i, end).empty() && !tables_.joins) return end;
  next_code_point(text_, i);
  return i;
}

std::vector<FoundQuantity> Finder::all() const {
  std::vector<FoundQuantity> out;
  for (size_t i = 0; i < text_.size();) {
    if (!scan_.is_inside(i)) {
      if (auto found = at(i); found && found->end > i) {
        i = found->end;
        out.push_back(*std::move(found));
        continue;
      }
    }
    i = std::max(behind_token(i), i + 1);
  }
  return out;
}

}  // namespace

std::vector<FoundQuantity> find_quantities(std::string_view text, const Language& language) {
  return Finder(text, QuantityTables::of(language)).all();
}

std::optional<Quantity> parse_quantity(std::string_view text, const Language& language) {
  const auto found = find_quantities(text, language);
  if (found.size() != 1 || found[0].begin != 0) return std::nullopt;
  const bool last_point = found[0].quantity.kind == Kind::time && text.ends_with(".");  // "9 p.m."
  if (found[0].end + (last_point ? 1 : 0) < text.size()) return std::nullopt;
  return found[0].quantity;
}

}  // namespace sotto::text
