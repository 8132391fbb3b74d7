// Whether a translation says the numbers of its source, and no others.
#pragma once

#include <string_view>

#include "text/language.h"

namespace sotto::translate {

// Both texts without what was protected, where all large numbers are. Each number that `source` has
// in digits is in `output`, as digits or a word; digits that it has neither as digits nor as a word
// (first, twice, both) are not. What languages often add or leave out, a 1, is let pass.
bool has_other_numbers(std::string_view source, const text::Language& from, std::string_view output,
                       const text::Language& to);

}  // namespace sotto::translate
