// Formulas in Markdown: $O(n \log n)$, $$ blocks, \( \) and \[ \].
#pragma once

#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

// The same Markdown, with inline code in place of formulas: `O(n log n)`. One that cannot be said
// so is "a formula" in `language`. Money ($5), variables ($HOME) and code stay. Lines stay lines.
// `in_words`: as math_words.h has them, where it has.
std::string with_plain_math(std::string_view markdown, const Language& language,
                            bool in_words = false);

// Whether more text may end a formula that has begun in this.
bool may_have_open_math(std::string_view markdown);

}  // namespace sotto::text
