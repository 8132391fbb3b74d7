// Formulas of LaTeX in words: "\frac{a}{b} = x^2" is "a over b equals x squared".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

// In one line without markup. Commands that are not known are read by their names. None: there are no
// words in that language (those of kMathLanguages have some), or the formula is no whole one, has nothing
// to be said, or is too deep or too long.
std::optional<std::string> math_in_words(std::string_view latex, const Language& language);

}  // namespace sotto::text
