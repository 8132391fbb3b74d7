// Between UTF-8 and what ICU computes with.
#pragma once

#include <unicode/unistr.h>

#include <string>
#include <string_view>

namespace sotto {

inline icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
}

inline std::string to_utf8(const icu::UnicodeString& text) {
  std::string utf8;
  return text.toUTF8String(utf8);
}

}  // namespace sotto
