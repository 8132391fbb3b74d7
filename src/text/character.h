// Classes of characters as ICU has them. What is most of a text, ASCII, is told without asking.
#pragma once

#include <unicode/uchar.h>

namespace sotto::text {

constexpr bool is_ascii_letter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

inline bool is_decimal(char32_t c) {
  return c < 0x80 ? c >= '0' && c <= '9' : u_isdigit(static_cast<UChar32>(c)) != 0;
}
inline bool is_alphabetic(char32_t c) {
  return c < 0x80 ? is_ascii_letter(c) : u_isalpha(static_cast<UChar32>(c)) != 0;
}
inline bool is_alphanumeric(char32_t c) {
  return c < 0x80 ? is_ascii_letter(c) || is_decimal(c) : u_isalnum(static_cast<UChar32>(c)) != 0;
}

}  // namespace sotto::text
