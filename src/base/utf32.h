// Text by characters, for rules that look at neighbours.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace sotto {

// `text`: valid UTF-8.
inline std::u32string to_utf32(std::string_view text) {
  std::u32string characters;
  for (size_t i = 0; i < text.size();) characters += next_code_point(text, i);
  return characters;
}

inline std::string to_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t c : characters) append_utf8(text, c);
  return text;
}

// White space by Python's str.isspace, which references of networks and measures are written with.
inline bool is_space(char32_t c) {
  if (c < 0x80) return (c >= 9 && c <= 13) || (c >= 28 && c <= 32);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

}  // namespace sotto
