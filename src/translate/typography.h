// How translated text is set: what the tokenizer's normalization took from it comes back.
#pragma once

#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// For languages without spaces: !, ?, : and parentheses become full-width (NFKC made them
// ASCII), and no space stays beside a CJK character. Other languages: as it is.
std::string typeset(std::string_view text, const Language& language);

}  // namespace sotto::translate
