#include "text/spoken/punctuation.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>

#include "base/unicode.h"
#include "text/spoken/characters.h"

namespace sotto::spoken {
namespace {

constexpr std::string_view kNothing = "You need to add some text for me to talk.";

struct Mark {
  std::string_view what, with;
  bool of_turbo;  // its rules have this one, too
};

// In this order: what one puts in, the next may find.
constexpr Mark kMarks[] = {
    {"...", ", ", false}, {"…", ", ", true}, {":", ",", true}, {" - ", ", ", false},
    {";", ", ", false},   {"—", "-", true},  {"–", "-", true}, {" ,", ",", true},
    {"“", "\"", true},    {"”", "\"", true}, {"‘", "'", true}, {"’", "'", true},
};

constexpr std::string_view kEnds[] = {".", "!", "?", "-", ","};
constexpr std::string_view kWideEnds[] = {"、", "，", "。", "？", "！"};

void substitute(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
}

bool has_end(std::string_view text, bool wide) {
  const auto ends = [&](std::string_view end) { return text.ends_with(end); };
  return std::ranges::any_of(kEnds, ends) || (wide && std::ranges::any_of(kWideEnds, ends));
}

}  // namespace

std::string punc_norm(std::string_view given, const PunctuationRules& rules) {
  if (given.empty()) return std::string(kNothing);
  std::u32string characters = to_utf32(given);
  if (u_isULowercase(static_cast<UChar32>(characters[0]))) characters = capitalized(characters);
  std::string text = to_utf8(single_spaced(characters));
  for (const Mark& mark : kMarks)
    if (mark.of_turbo || !rules.of_turbo) substitute(text, mark.what, mark.with);
  while (text.ends_with(' ')) text.pop_back();
  if (!has_end(text, rules.wide_ends)) text += '.';
  return text;
}

std::string lower_nfkd(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkd = icu::Normalizer2::getNFKDInstance(status);
  std::string lower = lowered(text);
  if (U_FAILURE(status)) return lower;
  const icu::UnicodeString apart = nfkd->normalize(from_utf8(lower), status);
  return U_FAILURE(status) ? lower : to_utf8(apart);
}

}  // namespace sotto::spoken
