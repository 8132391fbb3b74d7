// Ideographs that Open JTalk's dictionary does not have as a word.
#pragma once

#include <string_view>

namespace sotto::text {

// Rows, separated by white space: an ideograph, and behind it either a variant of it that the
// dictionary has, or its on reading in katakana and, behind "/", its kun reading in hiragana; one
// of the two may be missing.
extern const std::string_view kJapaneseKanji;

}  // namespace sotto::text
