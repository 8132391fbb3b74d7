// Whether a network can read a text at all, told before it is asked: beam search over what it
// cannot read goes on to its longest length, and nothing comes of it.
#pragma once

#include <optional>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// Why a text that is said to be in this language is none (Translation::why), or nothing: most of
// its letters are of another script, it is a few words over and over, or letters that make no
// words. Latin letters are at home in every language.
std::optional<std::string_view> why_unreadable(std::string_view text, const Language& language);

}  // namespace sotto::translate
