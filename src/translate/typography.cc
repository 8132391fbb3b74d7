#include "translate/typography.h"

#include <vector>

#include "base/utf8.h"
#include "text/speech_builder.h"

namespace sotto::translate {
namespace {

bool is_ascii_word(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

struct Character {
  char32_t c;
  size_t bytes;
};

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> out;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    const char32_t c = next_code_point(text, i);
    out.push_back({c, i - begin});
  }
  return out;
}

}  // namespace

std::string typeset(std::string_view written, const Language& language, text::ByteMap* map) {
  if (!is_written_without_spaces(language)) {
    if (map != nullptr) map->keep(written.size());
    return std::string(written);
  }
  const std::vector<Character> in = characters_of(written);
  std::string out;
  char32_t before = 0;
  std::vector<bool> widened;  // of the parentheses that are open
  for (size_t i = 0; i < in.size(); ++i) {
    const char32_t after = i + 1 < in.size() ? in[i + 1].c : 0;
    char32_t c = in[i].c;
    if (c == ' ' && (before == ' ' || text::is_cjk(before) || text::is_cjk(after))) {
      if (map != nullptr) map->replace(in[i].bytes, 0);
      continue;
    }
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
    const size_t begin = out.size();
    append_utf8(out, c);
    if (map != nullptr) map->replace(in[i].bytes, out.size() - begin);
    before = c;
  }
  return out;
}

}  // namespace sotto::translate
