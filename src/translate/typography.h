// Typography of translated text: restores what the tokenizer's normalization took from it.
#pragma once

#include <string>
#include <string_view>

#include "base/language.h"
#include "text/byte_map.h"

namespace sotto::translate {

// For languages without spaces: !, ?, : and parentheses become full-width (NFKC made them
// ASCII), and no space stays beside a CJK character. Other languages: as it is.
// `map`: where the bytes went, for who wants it.
std::string typeset(std::string_view text, const Language& language, text::ByteMap* map = nullptr);

}  // namespace sotto::translate
