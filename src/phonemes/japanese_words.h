// Words of a Japanese text, by a dictionary, before its numbers are said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "japanese/mecab.h"

namespace sotto::phonemes {

// Whether there are digits, or ideographs that are numbers.
bool has_numbers(std::u32string_view text);

// Numbers in ideographs before a counter as digits: "十三件" becomes 13件. Words with a number in
// them
// ("一部", "十分な") stay, and so do 数千件 and what stands behind digits ("3千件").
std::u32string with_digits(const japanese::Mecab& dictionary, std::u32string_view text);

// For each character, whether a word ends behind it: 分 counts in 5分前, not in 5分野.
std::vector<bool> word_ends(const japanese::Mecab& dictionary, std::u32string_view text);

}  // namespace sotto::phonemes
