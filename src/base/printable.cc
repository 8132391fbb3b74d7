#include "base/printable.h"

#include "base/utf8.h"

namespace sotto {
namespace {

bool is_line_end_or_tab(char32_t c) {
  return (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// C0, DEL, C1, and what embeds, overrides or isolates directions of writing.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// `instead` stands for what is no character for a line; 0: nothing does.
std::string one_clean_line(std::string_view text, char32_t instead) {
  size_t replaced = 0;
  const std::string valid = to_valid_utf8(text, replaced);
  std::string line;
  line.reserve(valid.size());
  for (size_t i = 0; i < valid.size();) {
    const char32_t c = next_code_point(valid, i);
    if (is_line_end_or_tab(c)) {
      line += ' ';
    } else if (!is_control(c)) {
      append_utf8(line, c);
    } else if (instead != 0) {
      append_utf8(line, instead);
    }
  }
  return line;
}

}  // namespace

std::string printable(std::string_view text) { return one_clean_line(text, U'?'); }

std::string without_controls(std::string_view text) { return one_clean_line(text, 0); }

}  // namespace sotto
