#include "base/utf8.h"

#include <algorithm>
#include <cstdint>

namespace sotto {
namespace {

uint8_t byte_at(std::string_view s, size_t i) { return static_cast<uint8_t>(s[i]); }

struct Run {
  size_t length;  // bytes that belong together, at least 1
  bool complete;  // a whole character
  bool cut;       // a good beginning that the end of the text cut off
};

// The character or ill-formed run that begins at s[i] (Unicode 15, table 3-7).
Run run_at(std::string_view s, size_t i) {
  const uint8_t lead = byte_at(s, i);
  if (lead < 0x80) return {1, true, false};
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {1, false, false};
  for (size_t k = 1; k < length; ++k) {
    if (i + k == s.size()) return {k, false, true};
    uint8_t low = 0x80, high = 0xBF;
    if (k == 1 && lead == 0xE0) low = 0xA0;
    if (k == 1 && lead == 0xED) high = 0x9F;  // no surrogates
    if (k == 1 && lead == 0xF0) low = 0x90;
    if (k == 1 && lead == 0xF4) high = 0x8F;  // nothing past U+10FFFF
    const uint8_t b = byte_at(s, i + k);
    if (b < low || b > high) return {k, false, false};
  }
  return {length, true, false};
}

}  // namespace

size_t unfinished_tail(std::string_view s) {
  for (size_t back = 1; back <= 3 && back <= s.size(); ++back) {
    const size_t i = s.size() - back;
    if (byte_at(s, i) < 0x80) return 0;
    if (byte_at(s, i) >= 0xC0) return run_at(s, i).cut ? back : 0;
  }
  return 0;
}

std::string to_valid_utf8(std::string_view s, size_t& replaced) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    const Run run = run_at(s, i);
    if (run.complete) {
      out.append(s, i, run.length);
    } else {
      out += "\uFFFD";
      ++replaced;
    }
    i += run.length;
  }
  return out;
}

char32_t next_wide_code_point(std::string_view s, size_t& i) {
  const uint8_t lead = byte_at(s, i++);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  char32_t c = lead & (0x3F >> more);
  for (int k = 0; k < more && i < s.size(); ++k) c = c << 6 | (byte_at(s, i++) & 0x3F);
  return c;
}

void append_wide_utf8(std::string& s, char32_t c) {
  if (c < 0x800) {
    s += static_cast<char>(0xC0 | c >> 6);
    s += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    s += static_cast<char>(0xE0 | c >> 12);
    s += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    s += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    s += static_cast<char>(0xF0 | c >> 18);
    s += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    s += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    s += static_cast<char>(0x80 | (c & 0x3F));
  }
}

bool is_ascii(std::string_view s) {
  return std::ranges::all_of(s, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string lower_ascii(std::string_view s) {
  std::string out(s);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return out;
}

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const size_t first = s.find_first_not_of(kSpaces);
  if (first == s.npos) return {};
  return s.substr(first, s.find_last_not_of(kSpaces) + 1 - first);
}

}  // namespace sotto
