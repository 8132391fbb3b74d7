#include "translate/guards.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

// The most tokens in a row that equal the token `period` before them, over all periods, counted in
// periods: "a b a b a b" has 2 (4 tokens of period 2).
struct Loop {
  int periods = 0, tokens = 0;
};

Loop longest_loop(std::span<const int> ids) {
  Loop longest;
  for (size_t period = 1; period <= ids.size() / 2; ++period) {
    int run = 0;
    for (size_t i = period; i < ids.size(); ++i) {
      run = ids[i] == ids[i - period] ? run + 1 : 0;
      const int periods = run / static_cast<int>(period);
      // Short periods must go on for longer before they mean something: "はははは", "....".
      if (periods >= 2 && run >= 6 && run > longest.tokens) longest = {periods, run};
    }
  }
  return longest;
}

// Counts the most frequent group of four tokens.
int most_frequent_group(std::span<const int> ids) {
  constexpr size_t kGroup = 4;
  std::map<std::vector<int>, int> counts;
  int most = 0;
  for (size_t i = 0; i + kGroup <= ids.size(); ++i)
    most = std::max(most, ++counts[{ids.begin() + i, ids.begin() + i + kGroup}]);
  return most;
}

std::string folded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (u_isalnum(static_cast<UChar32>(c)))
      append_utf8(out, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), 0)));
  }
  return out;
}

bool is_of_script(UChar32 c, UScriptCode script) {
  if (script == USCRIPT_JAPANESE)
    return uscript_hasScript(c, USCRIPT_HIRAGANA) || uscript_hasScript(c, USCRIPT_KATAKANA) ||
           uscript_hasScript(c, USCRIPT_HAN);
  if (script == USCRIPT_SIMPLIFIED_HAN || script == USCRIPT_TRADITIONAL_HAN)
    return uscript_hasScript(c, USCRIPT_HAN);
  return uscript_hasScript(c, script);
}

UScriptCode script_of(const Language& language) {
  const std::string name = language.flores.size() == 8 ? language.flores.substr(4) : "Latn";
  return static_cast<UScriptCode>(u_getPropertyValueEnum(UCHAR_SCRIPT, name.c_str()));
}

}  // namespace

int letters(std::string_view text) {
  int count = 0;
  for (size_t i = 0; i < text.size();)
    count += u_isalpha(static_cast<UChar32>(next_code_point(text, i))) != 0;
  return count;
}

bool repeats_itself(std::span<const int> output, std::span<const int> source) {
  constexpr int kTooOften = 4;
  const Loop loop = longest_loop(output);
  if (loop.periods > 0 && longest_loop(source).periods < loop.periods) return true;
  const int group = most_frequent_group(output);
  return group >= kTooOften && most_frequent_group(source) < group;
}

bool lacks_script(std::string_view output, const Language& language) {
  const UScriptCode script = script_of(language);
  if (script == USCRIPT_LATIN || script == USCRIPT_INVALID_CODE) return false;
  for (size_t i = 0; i < output.size();) {
    const auto c = static_cast<UChar32>(next_code_point(output, i));
    if (u_isalpha(c) && is_of_script(c, script)) return false;
  }
  return true;
}

bool is_foreign(std::string_view text, const Language& language) {
  const UScriptCode script = script_of(language);
  if (script == USCRIPT_INVALID_CODE) return false;
  int letters = 0, foreign = 0;
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<UChar32>(next_code_point(text, i));
    if (!u_isalpha(c)) continue;
    ++letters;
    const bool is_at_home = is_of_script(c, script) || uscript_hasScript(c, USCRIPT_LATIN) ||
                            uscript_hasScript(c, USCRIPT_COMMON) ||
                            uscript_hasScript(c, USCRIPT_INHERITED) ||
                            (script == USCRIPT_HANGUL && uscript_hasScript(c, USCRIPT_HAN));
    foreign += is_at_home ? 0 : 1;
  }
  return 2 * foreign > letters;
}

bool is_copy(std::string_view output, std::string_view source) {
  return folded(output) == folded(source);
}

}  // namespace sotto::translate
