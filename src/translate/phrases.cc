#include "translate/phrases.h"

#include <algorithm>

namespace sotto::translate {
namespace {

constexpr std::string_view kClauseEnd = ",.;:!?()";

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '\'' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

bool is_word_like(std::string_view word, std::string_view pattern) {
  if (pattern.ends_with('*')) return word.starts_with(pattern.substr(0, pattern.size() - 1));
  if (pattern.starts_with('*')) return word.ends_with(pattern.substr(1));
  return word == pattern;
}

std::string with_plain_apostrophes(std::string_view text) {
  constexpr std::string_view kCurved = "’";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_curved = text.substr(i, kCurved.size()) == kCurved;
    const char c = text[i];
    out += is_curved ? '\'' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_curved) i += kCurved.size() - 1;
  }
  return out;
}

}  // namespace

PhraseText::PhraseText(std::string_view text) {
  const std::string plain = with_plain_apostrophes(text);
  for (size_t i = 0; i < plain.size();) {
    size_t end = i;
    while (end < plain.size() && is_word_byte(plain[end])) ++end;
    if (end > i) words_.push_back(plain.substr(i, end - i));
    if (end < plain.size() && kClauseEnd.find(plain[end]) != kClauseEnd.npos)
      words_.emplace_back(1, plain[end]);
    i = end + 1;
  }
}

bool PhraseText::is_at(size_t word, std::string_view phrase) const {
  for (size_t begin = 0; begin <= phrase.size(); ++word) {
    const size_t end = std::min(phrase.find(' ', begin), phrase.size());
    if (word >= words_.size() || !is_word_like(words_[word], phrase.substr(begin, end - begin)))
      return false;
    begin = end + 1;
  }
  return true;
}

size_t PhraseText::find(Phrases phrases, size_t from) const {
  for (size_t word = from; word < words_.size(); ++word) {
    if (std::ranges::any_of(phrases, [&](std::string_view p) { return is_at(word, p); }))
      return word;
  }
  return words_.size();
}

void PhraseText::remove(Phrases phrases) {
  for (const std::string_view phrase : phrases) {
    const auto length = std::ranges::count(phrase, ' ') + 1;
    for (size_t word = 0; word < words_.size(); ++word) {
      if (!is_at(word, phrase)) continue;
      const auto first = words_.begin() + static_cast<std::ptrdiff_t>(word);
      std::fill(first, first + length, std::string("-"));
    }
  }
}

bool PhraseText::has_before(size_t word, size_t count, Phrases phrases) const {
  for (size_t i = word; i > 0 && word - i < count; --i) {
    if (kClauseEnd.find(words_[i - 1]) != kClauseEnd.npos) return false;
    if (std::ranges::any_of(phrases, [&](std::string_view p) { return is_at(i - 1, p); }))
      return true;
  }
  return false;
}

std::vector<std::string_view> clauses_of(std::string_view text) {
  constexpr std::string_view kEnds[] = {"、", "。", "，", "；", "！", "？", "：", ",", ";"};
  std::vector<std::string_view> clauses;
  size_t begin = 0;
  for (size_t i = 0; i < text.size();) {
    const auto end = std::ranges::find_if(
        kEnds, [&](std::string_view e) { return text.substr(i, e.size()) == e; });
    if (end == std::end(kEnds)) {
      ++i;
      continue;
    }
    clauses.push_back(text.substr(begin, i - begin));
    begin = i += end->size();
  }
  clauses.push_back(text.substr(begin));
  return clauses;
}

bool has_any(std::string_view text, Phrases strings) {
  return std::ranges::any_of(strings,
                             [&](std::string_view s) { return text.find(s) != text.npos; });
}

std::string without(std::string_view text, Phrases strings) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto found = std::ranges::find_if(
        strings, [&](std::string_view s) { return text.substr(i, s.size()) == s; });
    out += found == strings.end() ? text[i] : ' ';
    i += found == strings.end() ? 1 : found->size();
  }
  return out;
}

}  // namespace sotto::translate
