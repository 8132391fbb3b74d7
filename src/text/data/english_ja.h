// English words and how they are said where they stand in Japanese: the commonest ones that
// kJapaneseWords does not have.
#pragma once

#include <string_view>

namespace sotto::text {

// Pairs of a lower-case word and its reading in katakana, separated by white space.
extern const std::string_view kEnglishInJapanese;

}  // namespace sotto::text
