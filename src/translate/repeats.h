// A phrase that stands twice in a row, as small networks say it where the source says it once.
#pragma once

#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// `text` with each such phrase once. Where words are written with spaces a phrase is one to eight
// words; elsewhere three characters and more, or two with an ideograph among them. What languages
// repeat on purpose stays: "ますます", "1つ1つ", "very very", numbers and placeholders.
std::string collapse_repeats(std::string_view text, const Language& language);

// The share of the characters, 0 to 1, that stand in runs of seven and more that the text has more
// than once, at places that do not overlap. For texts without spaces.
double repeated_share(std::string_view text);

}  // namespace sotto::translate
