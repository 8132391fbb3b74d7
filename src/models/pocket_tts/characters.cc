#include "models/pocket_tts/characters.h"

#include <unicode/uchar.h>

#include "base/utf8.h"

namespace sotto::models::pocket_tts {

std::u32string to_characters(std::string_view utf8) {
  std::u32string characters;
  characters.reserve(utf8.size());
  for (size_t i = 0; i < utf8.size();) characters += next_code_point(utf8, i);
  return characters;
}

std::string to_utf8(std::u32string_view characters) {
  std::string utf8;
  for (const char32_t c : characters) append_utf8(utf8, c);
  return utf8;
}

bool is_space(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  const UCharDirection direction = u_charDirection(point);
  return direction == U_WHITE_SPACE_NEUTRAL || direction == U_BLOCK_SEPARATOR ||
         direction == U_SEGMENT_SEPARATOR || u_charType(point) == U_SPACE_SEPARATOR;
}

bool is_digit(char32_t c) {
  const int type = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_NUMERIC_TYPE);
  return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

}  // namespace sotto::models::pocket_tts
