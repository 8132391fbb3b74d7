#include "text/pronunciation_rules.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/data/words_ja.h"
#include "text/katakana.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestIdentifier = 40;  // beyond: a hash or a blob

std::string in_katakana(std::string_view word, const ReadingMap& words) {
  const std::string lower = lower_ascii(word);
  if (const auto found = words.find(lower); found != words.end()) return found->second;
  if (word.size() > kLongestIdentifier || is_hash(word)) return spelled_katakana(word.substr(0, 4));
  const bool acronym =
      word.size() <= 5 && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (acronym || is_unpronounceable(lower) || word.size() == 1) return spelled_katakana(word);
  if (lower.ends_with('s') && lower.size() > 3) {
    const auto singular = words.find(std::string_view(lower).substr(0, lower.size() - 1));
    if (singular != words.end()) return singular->second + "ズ";
  }
  for (size_t cut = 3; cut + 3 <= lower.size(); ++cut) {  // "sourcemap"
    const auto left = words.find(std::string_view(lower).substr(0, cut));
    const auto right = words.find(std::string_view(lower).substr(cut));
    if (left != words.end() && right != words.end()) return left->second + right->second;
  }
  return approximate_katakana(lower);
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

ReadingMap read_pairs(std::string_view list) {
  ReadingMap out;
  const auto next = [&] {
    const size_t begin = std::min(list.find_first_not_of(" \n"), list.size());
    const size_t end = std::min(list.find_first_of(" \n", begin), list.size());
    const std::string_view item = list.substr(begin, end - begin);
    list.remove_prefix(end);
    return item;
  };
  for (;;) {
    const std::string_view word = next();
    const std::string_view reading = next();
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
