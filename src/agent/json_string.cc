#include "agent/json_string.h"

#include <cstdint>
#include <optional>

#include "base/utf8.h"

namespace sotto::agent {
namespace {

// The four hexadecimal digits at raw[i].
std::optional<char32_t> hex4(std::string_view raw, size_t i) {
  if (raw.size() < 4 || i > raw.size() - 4) return std::nullopt;
  char32_t value = 0;
  for (const char c : raw.substr(i, 4)) {
    value <<= 4;
    if (c >= '0' && c <= '9') {
      value |= static_cast<char32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      value |= static_cast<char32_t>((c | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

constexpr char32_t kReplacement = 0xFFFD;

// What stands behind `\u` at raw[i]; moves `i` behind it.
char32_t unicode_escape(std::string_view raw, size_t& i) {
  const std::optional<char32_t> high = hex4(raw, i);
  if (!high) return kReplacement;
  i += 4;
  if (*high == 0 || (*high >= 0xDC00 && *high <= 0xDFFF)) return kReplacement;
  if (*high < 0xD800 || *high > 0xDBFF) return *high;
  if (raw.substr(i, 2) != "\\u") return kReplacement;
  const std::optional<char32_t> low = hex4(raw, i + 2);
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return kReplacement;
  i += 6;
  return 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00);
}

char simple_escape(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case '"':
    case '\\':
    case '/':
      return c;
    default:
      return 0;
  }
}

}  // namespace

void append_json_string(std::string_view raw, std::string& out, size_t& replaced) {
  for (size_t i = 0; i < raw.size();) {
    size_t end = raw.find_first_of("\"\\", i);
    if (end == std::string_view::npos) end = raw.size();
    out.append(raw, i, end - i);
    if (end >= raw.size() || raw[end] == '"' || end + 1 == raw.size()) return;
    i = end + 2;
    if (raw[end + 1] == 'u') {
      const char32_t c = unicode_escape(raw, i);
      append_utf8(out, c);
      replaced += c == kReplacement;
    } else if (const char c = simple_escape(raw[end + 1])) {
      out += c;
    } else {
      append_utf8(out, kReplacement);
      ++replaced;
      i = end + 1;  // what stands there may be a longer character
      if (static_cast<unsigned char>(raw[i]) < 0x80) ++i;
    }
  }
}

}  // namespace sotto::agent
