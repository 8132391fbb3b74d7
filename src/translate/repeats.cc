#include "translate/repeats.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

// A character of a text without spaces, or a word of one with them; where it stands.
struct Unit {
  std::string_view text;
  size_t begin;
};

bool is_han(std::string_view character) {
  size_t i = 0;
  return uscript_hasScript(static_cast<UChar32>(next_code_point(character, i)), USCRIPT_HAN);
}

bool is_letter(std::string_view character) {
  size_t i = 0;
  return u_isalpha(static_cast<UChar32>(next_code_point(character, i)));
}

std::vector<Unit> single_characters(std::string_view text) {
  std::vector<Unit> units;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    next_code_point(text, i);
    units.push_back({text.substr(begin, i - begin), begin});
  }
  return units;
}

std::vector<Unit> words(std::string_view text) {
  std::vector<Unit> units;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find(' ', i), text.size());
    if (end > i) units.push_back({text.substr(i, end - i), i});
    i = end + 1;
  }
  return units;
}

constexpr size_t kLongestCharacters = 20, kLongestWords = 8;

bool is_phrase_without_spaces(std::span<const Unit> phrase) {
  if (phrase.size() < 2) return false;
  if (!std::ranges::all_of(phrase, is_letter, &Unit::text)) return false;  // marks, numbers
  const std::string_view first = phrase.front().text;
  if (first == "一" || (first == "ひ" && phrase[1].text == "と")) return false;  // one by one
  return phrase.size() > 2 || std::ranges::any_of(phrase, is_han, &Unit::text);
}

bool is_phrase_of_words(std::span<const Unit> phrase) {
  constexpr std::array<std::string_view, 8> kDoubled = {"very", "had",  "that", "so",
                                                        "many", "vous", "nous", "really"};
  const std::string_view first = phrase.front().text;
  if (phrase.size() == 1 && std::ranges::find(kDoubled, first) != kDoubled.end()) return false;
  return std::ranges::all_of(phrase, is_letter, &Unit::text) && first.size() > 1;
}

}  // namespace

std::string collapse_repeats(std::string_view text, const Language& language) {
  const bool no_spaces = is_written_without_spaces(language);
  std::vector<Unit> units = no_spaces ? single_characters(text) : words(text);
  const size_t longest = no_spaces ? kLongestCharacters : kLongestWords;
  std::string out(text);
  size_t removed = 0;  // bytes
  for (size_t at = 0; at < units.size(); ++at) {
    for (size_t n = std::min(longest, (units.size() - at) / 2); n > 0; --n) {
      const auto phrase = std::span(units).subspan(at, n);
      const auto again = std::span(units).subspan(at + n, n);
      if (!std::ranges::equal(phrase, again, {}, &Unit::text, &Unit::text)) continue;
      if (!(no_spaces ? is_phrase_without_spaces(phrase) : is_phrase_of_words(phrase))) continue;
      const size_t bytes = again.front().begin - phrase.front().begin;
      out.erase(phrase.front().begin - removed, bytes);
      removed += bytes;
      at += n - 1;  // the copy may have another one behind it
      break;
    }
  }
  return out;
}

double repeated_share(std::string_view text) {
  constexpr size_t kShortest = 7;
  const std::vector<Unit> units = single_characters(text);
  std::vector<bool> is_repeated(units.size());
  // common[j + 1]: characters that the text up to i and the text up to j end in together.
  std::vector<size_t> common(units.size() + 1), before;
  for (size_t i = 0; i < units.size(); ++i) {
    before = common;
    for (size_t j = 0; j < i; ++j) {
      const bool goes_on = units[i].text == units[j].text && before[j] < i - j;
      const size_t run = common[j + 1] = goes_on ? before[j] + 1 : 0;
      if (run < kShortest) continue;
      std::fill_n(is_repeated.begin() + static_cast<std::ptrdiff_t>(i + 1 - run), run, true);
    }
  }
  const auto repeated = std::ranges::count(is_repeated, true);
  return units.empty() ? 0 : static_cast<double>(repeated) / static_cast<double>(units.size());
}

}  // namespace sotto::translate
