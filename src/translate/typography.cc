#include "translate/typography.h"

#include <vector>

#include "base/utf8.h"
#include "text/speech_builder.h"

namespace sotto::translate {
namespace {

bool is_ascii_word(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (size_t i = 0; i < text.size();) out += next_code_point(text, i);
  return out;
}

}  // namespace

std::string typeset(std::string_view written, const Language& language) {
  if (!is_written_without_spaces(language)) return std::string(written);
  const std::u32string in = code_points(written);
  std::u32string out;
  std::vector<bool> widened;  // of the parentheses that are open
  for (size_t i = 0; i < in.size(); ++i) {
    const char32_t before = out.empty() ? 0 : out.back(), after = i + 1 < in.size() ? in[i + 1] : 0;
    char32_t c = in[i];
    if (c == ' ' && (text::is_cjk(before) || text::is_cjk(after))) continue;
    // Not inside code: "!=", "a?b", "3:30", "f(x)".
    bool widen = (c == '!' || c == '?' || c == ':') && after != '=' && !is_ascii_word(after);
    if (c == '(') {
      widen = !is_ascii_word(before);
      widened.push_back(widen);
    } else if (c == ')' && !widened.empty()) {
      widen = widened.back();
      widened.pop_back();
    }
    if (widen) c += 0xff01 - '!';
    out += c;
  }
  std::string utf8;
  for (const char32_t c : out) append_utf8(utf8, c);
  return utf8;
}

}  // namespace sotto::translate
