#include "text/spoken/characters.h"

#include <unicode/locid.h>

#include <algorithm>

#include "base/unicode.h"

namespace sotto::spoken {

std::u32string stripped(std::u32string_view text) {
  const auto begin = std::ranges::find_if_not(text, is_space);
  const auto end = std::find_if_not(text.rbegin(), text.rend(), is_space).base();
  return begin < end ? std::u32string(begin, end) : std::u32string();
}

std::string stripped(std::string_view text) { return to_utf8(stripped(to_utf32(text))); }

std::u32string single_spaced(std::u32string_view text) {
  std::u32string joined;
  bool apart = false;
  for (const char32_t c : text) {
    if (!is_space(c)) {
      if (apart && !joined.empty()) joined += U' ';
      joined += c;
    }
    apart = is_space(c);
  }
  return joined;
}

std::string single_spaced(std::string_view text) { return to_utf8(single_spaced(to_utf32(text))); }

std::u32string capitalized(std::u32string_view text) {
  if (text.empty()) return {};
  icu::UnicodeString first(static_cast<UChar32>(text[0]));
  first.toUpper(icu::Locale::getRoot());
  return to_utf32(to_utf8(first)).append(text.substr(1));
}

std::string lowered(std::string_view text) {
  return to_utf8(from_utf8(text).toLower(icu::Locale::getRoot()));
}

}  // namespace sotto::spoken
