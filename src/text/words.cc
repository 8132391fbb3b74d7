#include "text/words.h"

#include <unicode/ucasemap.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <memory>

#include "base/utf8.h"

namespace sotto::text {
namespace {

bool is_apostrophe(char32_t c) { return c == '\'' || c == U'’'; }
bool is_word_letter(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  return u_isalpha(point) || (U_MASK(u_charType(point)) & U_GC_M_MASK) != 0;
}
// Characters that join the letters beside them to one identifier.
bool joins_identifier(char32_t c) {
  return c == '_' || c == '/' || c == '@' || c == '\\' || u_isdigit(static_cast<UChar32>(c));
}
bool ends_sentence(char32_t c) { return c == '.' || c == '!' || c == '?' || c == U'…'; }

bool opens(char32_t c) { return c == ':' || c == '"' || c == '(' || c == U'“' || c == U'—'; }

char32_t character_at(std::string_view text, size_t i) {
  return i < text.size() ? next_code_point(text, i) : 0;
}

// The end of the word whose first letter is before `i`.
size_t end_of_word(std::string_view text, size_t i) {
  for (size_t next = i; next < text.size();) {
    const char32_t c = next_code_point(text, next);
    const bool is_inner = is_apostrophe(c) && is_word_letter(character_at(text, next));
    if (!is_word_letter(c) && !is_inner) break;
    i = next;
  }
  return i;
}

struct CaseMapClose {
  void operator()(UCaseMap* map) const { ucasemap_close(map); }
};

}  // namespace

std::vector<Word> plain_words(const Sentence& sentence) {
  const std::string_view text = sentence.text;
  std::vector<Word> words;
  auto span = sentence.spans.begin();
  char32_t before = 0, mark = '.';  // the character before, and the last one that is no space
  for (size_t i = 0; i < text.size();) {
    if (span != sentence.spans.end() && i >= span->begin) {
      i = std::max(i, (span++)->end);
      before = mark = 'x';
      continue;
    }
    const size_t begin = i;
    const char32_t c = next_code_point(text, i);
    if (!is_word_letter(c)) {
      before = c;
      if (c != ' ') mark = c;
      continue;
    }
    const size_t limit = span == sentence.spans.end() ? text.size() : span->begin;
    i = end_of_word(text.substr(0, limit), i);
    const bool is_joined = joins_identifier(before) || joins_identifier(character_at(text, i));
    const bool is_first = ends_sentence(mark);
    if (!is_joined) words.push_back({begin, i, is_first, is_first || opens(mark)});
    before = mark = 'x';
  }
  return words;
}

std::string small_letters(std::string_view text, const Language& language) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UCaseMap, CaseMapClose> map(ucasemap_open(language.iso.c_str(), 0, &error));
  std::string out(text.size() * 3 + 1, '\0');
  const int32_t size = ucasemap_utf8ToLower(map.get(), out.data(), static_cast<int32_t>(out.size()),
                                            text.data(), static_cast<int32_t>(text.size()), &error);
  if (U_FAILURE(error)) return std::string(text);
  out.resize(static_cast<size_t>(size));
  return out;
}

std::string_view without_clitic(std::string_view word) {
  for (const std::string_view ending :
       {"'s", "’s", "'ll", "’ll", "'d", "’d", "'ve", "’ve", "'m", "’m", "'re", "’re"}) {
    if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
  }
  return word;
}

}  // namespace sotto::text
