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

}  // namespace sotto
