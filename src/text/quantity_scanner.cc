#include "text/quantity_scanner.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/character.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestWord = 40;  // bytes, of one that numbers are written with

bool is_numeral(char c) { return c >= '0' && c <= '9'; }
bool is_of_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_numeral(c) || c == '_';
}

}  // namespace

size_t QuantityScanner::behind_space(size_t i) const {
  for (const std::string_view space : {" ", "\u00a0", "\u202f"}) {
    if (text_.substr(i).starts_with(space)) return i + space.size();
  }
  return i;
}

std::string QuantityScanner::word_at(size_t i, size_t& end) const {
  end = i;
  while (end < text_.size() && end - i < kLongestWord) {
    size_t next = end;
    if (!is_alphabetic(next_code_point(text_, next))) break;
    end = next;
  }
  return folded_word(text_.substr(i, end - i));
}

std::optional<size_t> QuantityScanner::behind_word(size_t i, std::string_view list) const {
  if (tables_.joins) {
    while (!list.empty()) {
      const std::string_view word = next_alternative(list);
      if (text_.substr(i).starts_with(word)) return i + word.size();
    }
    return std::nullopt;
  }
  while (!list.empty()) {
    const std::string_view word = next_alternative(list);
    if (!folds_to(text_.substr(i, word.size()), word)) continue;
    const size_t end = i + word.size();
    if (const size_t behind = behind_space(end); behind > end) return behind;
  }
  return std::nullopt;
}

std::optional<size_t> QuantityScanner::behind_mark(size_t i, std::string_view marks) const {
  while (!marks.empty()) {
    const std::string_view mark = marks.substr(0, marks.find(' '));
    if (text_.substr(i).starts_with(mark)) return i + mark.size();
    marks.remove_prefix(std::min(marks.size(), mark.size() + 1));
  }
  return std::nullopt;
}

std::optional<int> QuantityScanner::digits(size_t& end, size_t least, size_t most) const {
  size_t i = end;
  int value = 0;
  while (is_digit(i) && i - end < most) value = value * 10 + (text_[i++] - '0');
  if (i - end < least || is_digit(i)) return std::nullopt;
  end = i;
  return value;
}

bool QuantityScanner::is_inside(size_t i) const {
  if (i == 0) return false;
  const char before = text_[i - 1];
  if (is_of_identifier(before)) return true;
  constexpr std::string_view kJoins = ".,/\\@:#&$", kMayJoin = "-+'";
  if (kJoins.find(before) != std::string_view::npos) return true;
  if (kMayJoin.find(before) == std::string_view::npos) return false;
  return i > 1 && is_of_identifier(text_[i - 2]);  // "utf-8", but not "(-5"
}

bool QuantityScanner::goes_on(size_t i) const {
  if (i >= text_.size()) return false;
  const char c = text_[i];
  if (is_of_identifier(c)) return true;
  const char next = i + 1 < text_.size() ? text_[i + 1] : ' ';
  if (c == '/' || c == '\\' || c == '@') return is_of_identifier(next);
  return (c == '.' || c == ',' || c == ':' || c == '-') && is_numeral(next);
}

// Behind a separator of groups and before three digits.
std::optional<size_t> QuantityScanner::group(size_t i) const {
  size_t begin = behind_space(i);  // everywhere: it is the international form
  if (begin == i && text_.substr(i).starts_with(tables_.group)) begin = i + tables_.group.size();
  size_t end = begin;
  if (begin == i || !digits(end, 3, 3)) return std::nullopt;
  return begin;
}

std::optional<size_t> QuantityScanner::magnitude(size_t i, int& power) const {
  const size_t begin = behind_space(i);
  size_t end = begin;
  if (begin == i) {  // "10k", "1.5M", "3B"
    constexpr std::array<std::pair<char, int>, 5> kLetters = {
        {{'k', 3}, {'K', 3}, {'M', 6}, {'B', 9}, {'T', 12}}};
    const auto letter = std::ranges::find(kLetters, i < text_.size() ? text_[i] : ' ',
                                          &std::pair<char, int>::first);
    if (letter != kLetters.end() && !goes_on(i + 1)) {
      power = letter->second;
      return i + 1;
    }
  }
  if (tables_.joins) {
    for (const auto& [word, p] : tables_.magnitudes) {
      if (!text_.substr(begin).starts_with(word) || begin + word.size() <= end) continue;
      end = begin + word.size();
      power = p;
    }
    return end > begin ? std::optional(end) : std::nullopt;
  }
  std::string word = word_at(begin, end);
  auto found = tables_.magnitudes.find(word);
  if (found == tables_.magnitudes.end()) return std::nullopt;
  size_t second_end = end;  // "mil millones"
  const std::string second = word_at(behind_space(end), second_end);
  const auto both = tables_.magnitudes.find(word + " " + second);
  if (both != tables_.magnitudes.end()) {
    found = both;
    end = second_end;
  }
  power = found->second;
  const bool abbreviated = word.size() <= 4 && end < text_.size() && text_[end] == '.';
  if (abbreviated && end + 1 < text_.size() && text_[end + 1] == ' ' && word != "mil") ++end;
  return end;
}

std::optional<ScannedNumber> QuantityScanner::number(size_t i) const {
  size_t end = i;
  while (is_digit(end)) ++end;
  if (end == i || end - i > kMostDigits) return std::nullopt;
  ScannedNumber out;
  out.value.digits = text_.substr(i, end - i);
  if (end - i <= 3) {
    while (const auto next = group(end)) {
      out.value.digits += text_.substr(*next, 3);
      end = *next + 3;
      out.grouped = true;
      if (out.value.digits.size() > kMostDigits) return std::nullopt;
    }
  }
  if (out.value.digits.size() > 1 && out.value.digits[0] == '0') return std::nullopt;
  const bool point = end < text_.size() &&
                     (text_[end] == tables_.decimal[0] || (text_[end] == '.' && !out.grouped));
  if (point && is_digit(end + 1)) {
    size_t decimals = end + 1;
    while (is_digit(decimals)) ++decimals;
    if (decimals - end > kMostDigits) return std::nullopt;
    out.value.digits += '.' + std::string(text_.substr(end + 1, decimals - end - 1));
    end = decimals;
  }
  if (const auto behind = magnitude(end, out.value.power)) end = *behind;
  out.end = end;
  return out;
}

// The one word of English numbers that multiplies, and is no magnitude of CLDR.
bool QuantityScanner::is_hundred(std::string_view word) const {
  return word == "hundred" && tables_.locale == "en";
}

// "one and a half million"
std::optional<size_t> QuantityScanner::behind_half(size_t i) const {
  return tables_.locale == "en" ? behind_word(i, "and a half") : std::nullopt;
}

std::optional<ScannedNumber> QuantityScanner::number_in_words(size_t i) const {
  const QuantityWords& w = *tables_.words;
  if (tables_.small.empty()) return std::nullopt;
  ScannedNumber out;
  out.in_words = true;
  size_t at = i;
  int power = 0;
  if (const auto behind = behind_word(i, w.half)) {  // "half a million"
    const auto end = magnitude(*behind, power);
    if (!end) return std::nullopt;
    out.value = {"0.5", false, power};
    out.end = *end;
    return out;
  }
  long total = 0, current = 0;
  int parts = 0;
  bool has_power = false;
  if (const auto behind = behind_word(i, w.article)) {  // "a million", "a hundred"
    size_t end = *behind;
    const std::string word = word_at(*behind, end);
    const bool counts = is_hundred(word) || (word == "dozen" && tables_.locale == "en");
    if (counts || magnitude(*behind, power)) {
      current = 1;
      at = *behind;
      parts = 1;
    }
  }
  out.end = 0;
  while (parts < 16) {
    size_t end = at;
    std::string word = word_at(at, end);
    if (end == at) break;
    if (end < text_.size() && text_[end] == '-') {  // "twenty-three"
      size_t second_end = end;
      const std::string both = word + "-" + word_at(end + 1, second_end);
      if (tables_.small.contains(both)) {
        word = both;
        end = second_end;
      }
    }
    if (is_hundred(word)) {
      if (parts == 0 || current > 9) break;
      current *= 100;
    } else if (const auto found = tables_.small.find(word); found != tables_.small.end()) {
      const bool fits = current == 0 || (current % 100 == 0 && found->second < 100) ||
                        (current % 10 == 0 && found->second < 10);
      if (!fits || (parts > 0 && found->second == 0)) break;
      current += found->second;
    } else if (tables_.locale == "en" && parts > 0 && (word == "dozen" || word == "dozens")) {
      current *= 12;
      out.end = end;
      break;
    } else if (const auto half = parts == 1 ? behind_half(at) : std::nullopt) {
      int p = 0;
      const auto behind = magnitude(*half, p);
      if (!behind) break;
      out.value = {std::to_string(current) + ".5", false, p};
      out.end = *behind;
      return out;
    } else if (int p = 0; parts > 0 && magnitude(at, p)) {
      end = *magnitude(at, p);
      if (p > 12 || has_power) break;
      // One magnitude is kept as it was said: "three million"; what follows it is rare.
      out.value.power = p;
      has_power = true;
    } else if (parts > 0 && !w.and_.empty() && word == w.and_) {
      size_t next_end = end;
      const std::string next = word_at(behind_space(end), next_end);
      if (current == 0 || !tables_.small.contains(next) ||
          (tables_.locale == "en" && current % 100 != 0)) {
        break;
      }
      at = behind_space(end);
      continue;
    } else {
      break;
    }
    ++parts;
    out.end = end;
    if (has_power) break;
    at = behind_space(end);
    if (at == end) break;
  }
  if (out.end == 0 || parts == 0) return std::nullopt;
  total += current;
  out.value.digits = std::to_string(total);
  return out;
}

std::optional<ScannedNumber> QuantityScanner::either(size_t i) const {
  return is_digit(i) ? number(i) : number_in_words(i);
}

}  // namespace sotto::text
