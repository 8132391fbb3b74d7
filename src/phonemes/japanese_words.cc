#include "phonemes/japanese_words.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/utf32.h"
#include "phonemes/is_in.h"

namespace sotto::phonemes {
namespace {

// Columns of a feature, in IPADIC's order.
constexpr size_t kSpeech = 0, kSubclass = 1, kSubsubclass = 2;

constexpr std::u32string_view kOneToNine = U"一二三四五六七八九";
constexpr size_t kMostNumerals = 16;

bool is_numeral(char32_t c) { return is_in(c, kOneToNine) || is_in(c, U"〇十百千万億兆"); }

bool is_number_word(const japanese::Mecab::Word& word) {
  if (japanese::column(word.feature, kSpeech) != "名詞" ||
      japanese::column(word.feature, kSubclass) != "数")
    return false;
  for (const char32_t c : to_utf32(word.surface)) {
    if (!is_numeral(c)) return false;
  }
  return true;
}

bool is_counter_word(const japanese::Mecab::Word& word) {
  return japanese::column(word.feature, kSubsubclass) == "助数詞" || word.surface == "時間" ||
         word.surface == "週間" || word.surface == "年間" || word.surface == "日間";
}

// 三百二十 is 320, 二〇二六 2026. Empty: it is no number.
std::u32string digits_of(std::u32string_view numerals) {
  std::u32string places;  // 〇 to 九 alone are places
  int64_t whole = 0, below_myriad = 0, digit = -1;
  for (const char32_t c : numerals) {
    if (const size_t at = kOneToNine.find(c); at != kOneToNine.npos || c == U'〇') {
      digit = c == U'〇' ? 0 : static_cast<int64_t>(at) + 1;
      places += static_cast<char32_t>(U'0' + digit);
      continue;
    }
    const int64_t ten_to = c == U'十' ? 10 : c == U'百' ? 100 : c == U'千' ? 1000 : 0;
    if (ten_to > 0) {
      below_myriad += ten_to * (digit < 0 ? 1 : digit);
    } else {
      const int64_t myriad = c == U'万' ? 10'000 : c == U'億' ? 100'000'000 : 1'000'000'000'000;
      whole += (below_myriad + (digit < 0 ? 0 : digit)) * myriad;
      below_myriad = 0;
    }
    digit = -1;
  }
  if (places.size() == numerals.size()) return places;
  return to_utf32(std::to_string(whole + below_myriad + (digit < 0 ? 0 : digit)));
}

// Whether what stands before numerals makes another number of them.
bool belongs_to_number(char32_t before) {
  return is_in(before, U"0123456789.,数何幾") || is_numeral(before);
}

}  // namespace

bool has_numbers(std::u32string_view text) {
  return std::ranges::any_of(text,
                             [](char32_t c) { return (c >= U'0' && c <= U'9') || is_numeral(c); });
}

std::u32string with_digits(const japanese::Mecab& dictionary, std::u32string_view text) {
  std::u32string out, numerals;
  const auto close = [&](bool counts) {
    const bool is_own = out.empty() || !belongs_to_number(out.back());
    const bool is_short = numerals.size() <= kMostNumerals;
    out += counts && is_own && is_short ? digits_of(numerals) : numerals;
    numerals.clear();
  };
  const std::string given = to_utf8(text);
  size_t done = 0;
  const bool read = dictionary.for_each(given, [&](const japanese::Mecab::Word& word) {
    const auto begin = static_cast<size_t>(word.surface.data() - given.data());
    if (begin > done) {  // spaces
      close(false);
      out += to_utf32(std::string_view(given).substr(done, begin - done));
    }
    done = begin + word.surface.size();
    if (is_number_word(word)) {
      numerals += to_utf32(word.surface);
    } else {
      if (!numerals.empty()) close(is_counter_word(word));
      out += to_utf32(word.surface);
    }
  });
  close(false);
  return read ? out + to_utf32(std::string_view(given).substr(done)) : std::u32string(text);
}

std::vector<bool> word_ends(const japanese::Mecab& dictionary, std::u32string_view text) {
  std::vector<bool> ends(text.size(), false);
  const std::string given = to_utf8(text);
  size_t byte = 0, character = 0;
  const auto move_to = [&](size_t target) {
    while (byte < target) {
      next_code_point(given, byte);
      ++character;
    }
  };
  const bool read = dictionary.for_each(given, [&](const japanese::Mecab::Word& word) {
    move_to(static_cast<size_t>(word.surface.data() - given.data()) + word.surface.size());
    if (character > 0) ends[character - 1] = true;
  });
  return read ? ends : std::vector<bool>(text.size(), true);
}

}  // namespace sotto::phonemes
