// UTF-8 at the door: what comes from outside is made valid once, here. And the small change of
// ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sotto {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The bytes at the end of `s` that begin a character but do not finish it (0 to 3). A reader keeps
// them until the next piece arrives.
size_t unfinished_tail(std::string_view s);

// Each maximal ill-formed run becomes one U+FFFD (Unicode 15, section 3.9, the W3C practice);
// `replaced` is increased by their number.
std::string to_valid_utf8(std::string_view s, size_t& replaced);

// Decodes the character at `s[i]` of valid UTF-8 and moves `i` behind it.
char32_t next_wide_code_point(std::string_view s, size_t& i);
inline char32_t next_code_point(std::string_view s, size_t& i) {
  const auto first = static_cast<unsigned char>(s[i]);
  return first < 0x80 ? (++i, first) : next_wide_code_point(s, i);
}

// Appends `c` to `s` as UTF-8.
void append_wide_utf8(std::string& s, char32_t c);
inline void append_utf8(std::string& s, char32_t c) {
  c < 0x80 ? s.push_back(static_cast<char>(c)) : append_wide_utf8(s, c);
}

bool is_ascii(std::string_view s);

// A to Z in small letters; everything else as it is.
std::string lower_ascii(std::string_view s);

// Without the spaces, tabs and line ends at both ends.
std::string_view trimmed(std::string_view s);

}  // namespace sotto
