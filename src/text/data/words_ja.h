// Developer words and how Japanese developers say them.
#pragma once

#include <string_view>

namespace sotto::text {

// Pairs of a lower-case word and its reading, separated by white space.
extern const std::string_view kJapaneseWords;

// The same for units behind a number ("840 ms"), case kept.
extern const std::string_view kJapaneseUnits;

}  // namespace sotto::text
