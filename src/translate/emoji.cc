#include "translate/emoji.h"

#include <unicode/uchar.h>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

constexpr char32_t kJoiner = 0x200D, kAsPicture = 0xFE0F, kFirst = 0x2300;

// Signs that texts have for words (©, ™, arrows) are below kFirst.
bool is_picture(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  return c >= kFirst && (c == kAsPicture || u_hasBinaryProperty(point, UCHAR_EMOJI_PRESENTATION) ||
                         u_hasBinaryProperty(point, UCHAR_EXTENDED_PICTOGRAPHIC) ||
                         u_hasBinaryProperty(point, UCHAR_EMOJI_MODIFIER));
}

}  // namespace

WithoutEmoji strip_emoji(std::string_view text, std::span<const text::ProtectedSpan> spans) {
  WithoutEmoji out;
  bool was_picture = false, is_due = false;  // a space before the next picture
  size_t begin = 0;
  auto span = spans.begin();
  for (size_t i = 0; i < text.size(); begin = i) {
    if (span != spans.end() && span->begin == begin) {
      const size_t at = out.words.size();
      out.words += text.substr(begin, span->end - begin);
      out.spans.push_back({at, out.words.size(), span->kind});
      i = (span++)->end;
      out.origin.keep(i - begin);
      was_picture = is_due = false;
      continue;
    }
    const char32_t c = next_code_point(text, i);
    if (is_picture(c) || (was_picture && c == kJoiner)) {
      std::string& pictures = out.words.empty() ? out.before : out.after;
      if (is_due && &pictures == &out.after) pictures += ' ';
      pictures += text.substr(begin, i - begin);
      out.origin.replace(0, i - begin);
      was_picture = true;
      is_due = false;
    } else if (c == ' ') {
      is_due = true;
      const bool is_in_words = !out.words.empty() && !out.words.ends_with(' ');
      if (out.words.empty()) out.before += ' ';
      if (is_in_words) out.words += ' ';
      out.origin.replace(is_in_words ? 1 : 0, 1);
    } else {
      out.words += text.substr(begin, i - begin);
      out.origin.keep(i - begin);
      was_picture = is_due = false;
    }
  }
  while (out.words.ends_with(' ')) out.words.pop_back();
  return out;
}

}  // namespace sotto::translate
