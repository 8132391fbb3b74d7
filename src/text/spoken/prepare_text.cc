#include "text/spoken/prepare_text.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "text/spoken/characters.h"

namespace sotto::spoken {
namespace {

using Characters = std::u32string;

constexpr int kShortWords = 4;  // up to that many, the last word is cut off more easily
constexpr int kPadding = 8;
constexpr std::u32string_view kSentenceMarks = U".!?…";
constexpr std::u32string_view kWeakMarks = U",;:-–—";
constexpr std::u32string_view kClosers = U"\"'”’)]»";

bool is_one_of(char32_t c, std::u32string_view set) { return set.find(c) != set.npos; }

// Up to the last character that is neither in `set` nor a space.
Characters without_end(const Characters& text, std::u32string_view set) {
  size_t size = text.size();
  while (size > 0 && (text[size - 1] == U' ' || is_one_of(text[size - 1], set))) --size;
  return text.substr(0, size);
}

int count_words(const Characters& text) {
  int words = 0;
  bool inside = false;
  for (const char32_t c : text) {
    words += !is_space(c) && !inside;
    inside = !is_space(c);
  }
  return words;
}

// Replaces characters; runs of white space become one space each.
Characters replace(const Characters& text, const TextRules& rules) {
  Characters replaced;
  for (const char32_t c : text) {
    const auto rule = std::find_if(rules.replace_characters.begin(), rules.replace_characters.end(),
                                   [c](const auto& pair) { return pair.first == c; });
    if (rule == rules.replace_characters.end())
      replaced += c;
    else
      replaced += to_utf32(rule->second);
  }
  return single_spaced(replaced);
}

// "Hi?, she said", where a quotation mark was deleted, is "Hi? she said".
Characters without_marks_behind_ends(const Characters& text) {
  Characters result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (!is_one_of(text[i], kSentenceMarks)) continue;
    size_t next = i + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && is_one_of(text[next], U",;:")) i = next;
  }
  return result;
}

// Line ends become spaces; then each two spaces become one, in one pass: three leave two.
Characters on_one_line(Characters text) {
  for (char32_t& c : text)
    if (c == U'\n' || c == U'\r') c = U' ';
  Characters result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == U' ' && i + 1 < text.size() && text[i + 1] == U' ') ++i;
  }
  return result;
}

// Without a mark at the end the last word is often mispronounced or said twice.
Characters with_end(const Characters& text) {
  const Characters core = without_end(text, kClosers);
  if (core.empty() || is_one_of(core.back(), kSentenceMarks)) return text;
  if (!is_one_of(core.back(), kWeakMarks)) return text + U'.';
  return without_end(core, kWeakMarks) + U'.' + stripped(text.substr(core.size()));
}

}  // namespace

Result<PreparedText> prepare_text(std::string_view given, const TextRules& rules) {
  Characters text = stripped(to_utf32(given));
  if (!rules.replace_characters.empty()) text = without_marks_behind_ends(replace(text, rules));
  if (text.empty())
    return Error{Errc::bad_argument, "the text is empty, expected something to say"};
  text = on_one_line(std::move(text));
  if (rules.remove_semicolons) std::replace(text.begin(), text.end(), U';', U',');
  PreparedText prepared;
  prepared.frames_after_eos_guess = count_words(text) <= kShortWords ? 3 : 1;
  const bool is_capital = u_hasBinaryProperty(static_cast<UChar32>(text[0]), UCHAR_UPPERCASE);
  if (rules.capitalize_first_letter && !is_capital) text = capitalized(text);
  if (rules.append_terminal_punctuation) text = with_end(text);
  if (rules.pad_with_spaces_for_short_inputs && count_words(text) <= kShortWords)
    text.insert(0, kPadding, U' ');
  prepared.text = to_utf8(text);
  return prepared;
}

}  // namespace sotto::spoken
