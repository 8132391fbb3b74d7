// Operations on characters that front ends of voices share, by the rules of Python's str, in which
// the references of their networks are written. All texts are valid UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "base/utf32.h"

namespace sotto::spoken {

std::u32string stripped(std::u32string_view text);
std::string stripped(std::string_view text);

// A run of white space becomes one space, those at the ends nothing.
std::u32string single_spaced(std::u32string_view text);
std::string single_spaced(std::string_view text);

// The first character in upper case ("ﬁle" is "FIle"), the others as they are.
std::u32string capitalized(std::u32string_view text);

std::string lowered(std::string_view text);

}  // namespace sotto::spoken
