#include "translate/readable.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/speech_builder.h"
#include "translate/guards.h"

namespace sotto::translate {
namespace {

// A sentence is cut at 40 words before it comes here: so many words as often as that.
constexpr int kLongestPeriod = 8;
constexpr int kLeastRounds = 5;  // fewer may be meant: "no no no"
constexpr int kLeastWords = 16;

constexpr size_t kLeastSpelled = 8;  // words; fewer may be meant: "L G T M"

struct Words {
  std::vector<size_t> numbers;  // one for each word, case and punctuation left out
  size_t letters = 0;           // so many of them are one letter, of a script that has cases
};

// A character is a word in scripts without spaces.
Words read_words(std::string_view text) {
  Words words;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    words.numbers.push_back(std::hash<std::string>()(word));
    size_t size = 0;
    const auto first = static_cast<UChar32>(next_code_point(word, size));
    const bool has_case = u_isULowercase(first) != 0 && u_toupper(first) != first;
    words.letters += size == word.size() && has_case ? 1 : 0;
    word.clear();
  };
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    const bool is_one = text::is_cjk(c);
    if (is_one || c == ' ') end_word();
    if (!u_isalnum(static_cast<UChar32>(c))) continue;
    append_utf8(word, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), 0)));
    if (is_one) end_word();
  }
  end_word();
  return words;
}

// At least three quarters of the words are the one that stands a few words before.
bool is_over_and_over(const std::vector<size_t>& words) {
  const auto count = static_cast<int>(words.size());
  for (int period = 1; period <= kLongestPeriod; ++period) {
    if (count < std::max(kLeastWords, period * kLeastRounds)) return false;
    int same = 0;
    for (int i = period; i < count; ++i)
      same += words[static_cast<size_t>(i)] == words[static_cast<size_t>(i - period)] ? 1 : 0;
    if (4 * same >= 3 * (count - period)) return true;
  }
  return false;
}

// More than two thirds of the words are one letter: the words of a language that has such ("I",
// "a", Russian "и", "в", "с") stand between longer ones.
bool is_spelled(const Words& words) {
  const size_t count = words.numbers.size();
  return count >= kLeastSpelled && 3 * words.letters > 2 * count;
}

}  // namespace

std::optional<std::string_view> why_unreadable(std::string_view text, const Language& language) {
  if (is_foreign(text, language)) return "in another script than its language";
  const Words words = read_words(text);
  if (is_over_and_over(words.numbers)) return "the same words over and over";
  if (is_spelled(words)) return "single letters in a row";
  return std::nullopt;
}

}  // namespace sotto::translate
