#include "agent/screen_line.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/utf8.h"

namespace sotto::agent {
namespace {

bool is_frame(char32_t c) { return c >= 0x2500 && c <= 0x259F; }
bool is_braille(char32_t c) { return c >= 0x2800 && c <= 0x28FF; }

// Signs that turn in front of "Thinking ... (esc to interrupt)".
bool is_spinner(char32_t c) {
  constexpr std::u32string_view kSigns = U"✶✳✢✻✽✺◐◓◑◒◴◷◶◵";
  return is_braille(c) || kSigns.find(c) != kSigns.npos;
}

// In front of what the user types.
bool is_prompt_sign(char32_t c) { return c == U'>' || c == U'❯' || c == U'›' || c == U'⎿'; }

// Says how the program does, and not what it has to say: "(10s • esc to interrupt)", and a line
// of parts that ends in the folder, "gpt-5.6 high · ~/app".
bool is_status(std::u32string_view text) {
  if (text.front() == U'⏵' || text.find(U"esc to interrupt") != text.npos) return true;
  const size_t dot = text.rfind(U" · ");
  return dot != text.npos && (text.substr(dot + 3, 2) == U"~/" || text[dot + 3] == U'/');
}

// In front of what the agent says.
bool is_bullet(char32_t c) {
  constexpr std::u32string_view kSigns = U"⏺●•○◦✦✔✓";
  return kSigns.find(c) != kSigns.npos;
}

std::u32string_view without_spaces(std::u32string_view text) {
  while (!text.empty() && (text.front() == U' ' || text.front() == 0)) text.remove_prefix(1);
  while (!text.empty() && (text.back() == U' ' || text.back() == 0)) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string spoken_line(std::u32string_view cells) {
  std::u32string_view text = without_spaces(cells);
  if (text.empty() || is_frame(text.front()) || is_spinner(text.front()) ||
      is_prompt_sign(text.front()) || is_status(text))
    return "";
  if (is_bullet(text.front())) text = without_spaces(text.substr(1));
  const bool has_letter =
      std::ranges::any_of(text, [](char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; });
  if (!has_letter) return "";
  std::string line;
  for (const char32_t c : text)
    if (c != 0 && !is_frame(c) && !is_braille(c)) append_utf8(line, c);
  return line;
}

}  // namespace sotto::agent
