#include "text/pronunciation_rules.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/data/english_ja.h"
#include "text/data/words_ja.h"
#include "text/english_katakana.h"
#include "text/katakana.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestIdentifier = 40;  // beyond: a hash or a blob

// Capitals that are said letter by letter: "US" is no "us", but "NEVER" is a word.
bool is_acronym(std::string_view word, const std::string* as_a_word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         word.size() <= (as_a_word != nullptr ? 3 : 5);
}

std::string in_katakana(std::string_view word, const ReadingMap& words) {
  static const ReadingMap kEnglish = read_pairs(kEnglishInJapanese);
  const auto find = [](const ReadingMap& map, std::string_view lower) {
    const auto found = map.find(lower);
    return found == map.end() ? nullptr : &found->second;
  };
  const std::string all = lower_ascii(word);
  const std::string_view lower = all;
  if (const std::string* reading = find(words, lower)) return *reading;
  if (word.size() > kLongestIdentifier || is_hash(word)) return spelled_katakana(word.substr(0, 4));
  const std::string* const english = find(kEnglish, lower);
  if (is_acronym(word, english) || word.size() == 1) return spelled_katakana(word);
  if (english != nullptr) return *english;
  if (is_unpronounceable(lower)) return spelled_katakana(word);
  for (size_t cut = 3; cut + 3 <= lower.size(); ++cut) {  // "sourcemap"
    const std::string* const left = find(words, lower.substr(0, cut));
    const std::string* const right = find(words, lower.substr(cut));
    if (left != nullptr && right != nullptr) return *left + *right;
  }
  return english_katakana(lower);
}

}  // namespace

const PronunciationRules& pronunciation_rules(const Language& language) {
  static const PronunciationRules others;
  static const PronunciationRules rows[] = {
      // Open JTalk makes a pause of every space.
      {.iso = "ja",
       .spaced = false,
       .comma = "、",
       .words = kJapaneseWords,
       .units = kJapaneseUnits,
       .latin_word = in_katakana},
  };
  const auto row = std::ranges::find(rows, language.iso, &PronunciationRules::iso);
  return row == std::end(rows) ? others : *row;
}

std::string_view next_of_list(std::string_view& list) {
  const size_t begin = std::min(list.find_first_not_of(" \n"), list.size());
  const size_t end = std::min(list.find_first_of(" \n", begin), list.size());
  const std::string_view word = list.substr(begin, end - begin);
  list.remove_prefix(end);
  return word;
}

ReadingMap read_pairs(std::string_view list) {
  ReadingMap out;
  for (;;) {
    const std::string_view word = next_of_list(list);
    const std::string_view reading = next_of_list(list);
    if (reading.empty()) return out;
    out.emplace(word, reading);
  }
}

bool is_hash(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() >= 7 && std::ranges::any_of(text, is_digit) &&
         std::ranges::all_of(text, [&](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace sotto::text
