// Counters of Japanese, and how a number sounds before it: 一本 is イッポン, 三本 サンボン.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sotto::phonemes {

struct JapaneseCounter {
  // Its first sound behind ん: 三本 サンボン, 三分 サンプン (and 四分 ヨンプン), 三階 サンガイ (but
  // 千階 センカイ).
  enum class BehindN : uint8_t { same, voiced, voiced_behind_three, half_voiced };

  std::u32string_view text;  // as written: 件
  std::string_view kana;     // ケン
  uint8_t doubled;           // numbers that end in ッ before it (kOne ...)
  BehindN behind_n;
  uint8_t old;  // numbers that are said in an older way before it (kYo ...)
};

// Finds a word that stands between a number and its counter: 万, 億.
const JapaneseCounter* find_magnitude(std::u32string_view text);

// The longest counter that `text`, which stands behind a number, begins with; null: none.
const JapaneseCounter* find_counter(std::u32string_view text);

// A number said in katakana ("サン") with a counter behind it: サンボン. `value`: -1 where it is
// not whole, or unknown.
std::string counted(std::string number, int64_t value, const JapaneseCounter& counter);

// Whether サン, セン, ゼン or マン ends it.
bool ends_in_n(std::string_view number);

}  // namespace sotto::phonemes
