// Numbers with what they count, said in Japanese.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::phonemes {

// Forms of numbers in a text.
enum class JapaneseNumbers {
  // Digits, for Open JTalk, which says them with their accents: what it says wrongly is written so
  // that it cannot ("3件" becomes 3ケン, "0時" れいじ, "3分の1" 3ぶんの1).
  digits,
  // Katakana, as they are said: "3件" becomes サンケン, "5.3億ドル" ゴーテンサンオクドル.
  kana,
};

// Digits are ASCII's (text/fold.h). `word_ends`: for each character, whether a word of the text
// ends behind it, so that 分 counts in 5分前 and not in 5分野. Linear in the length of the text.
std::u32string said_numbers(std::u32string_view text, const std::vector<bool>& word_ends,
                            JapaneseNumbers numbers);

// A number's digits, without sign, with commas between thousands and one point: "1,000.5" is
// センテンゴ. With a zero before it, or of more than 16 digits, digit by digit.
std::string number_in_kana(std::string_view digits);

}  // namespace sotto::phonemes
