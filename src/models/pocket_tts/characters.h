// Characters one by one, with the classes that the reference's language gives them.
#pragma once

#include <string>
#include <string_view>

namespace sotto::models::pocket_tts {

std::u32string to_characters(std::string_view utf8);  // valid UTF-8
std::string to_utf8(std::u32string_view characters);

// White space of the Unicode properties: bidirectional classes WS, B and S, or category Zs.
bool is_space(char32_t c);
// Decimal digits, and digits in other forms such as "²".
bool is_digit(char32_t c);

}  // namespace sotto::models::pocket_tts
