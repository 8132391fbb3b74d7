// Text as ICU's C++ classes take it, and back.
#pragma once

#include <unicode/unistr.h>

#include <string>
#include <string_view>

namespace sotto::text {

inline std::string to_utf8(const icu::UnicodeString& text) {
  std::string out;
  text.toUTF8String(out);
  return out;
}

inline icu::UnicodeString to_icu(std::string_view text) {
  return icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
}

}  // namespace sotto::text
