#include "text/spoken/hangul.h"

#include <algorithm>

#include "base/unicode.h"

namespace sotto::spoken {
namespace {

using Letters = std::string_view;

constexpr Letters kInitials[] = {"g",  "kk", "n", "d",  "tt", "l", "m", "b", "pp", "s",
                                 "ss", "",   "j", "jj", "ch", "k", "t", "p", "h"};
constexpr Letters kVowels[] = {"a",  "ae", "ya", "yae", "eo", "e",  "yeo", "ye", "o",  "wa", "wae",
                               "oe", "yo", "u",  "wo",  "we", "wi", "yu",  "eu", "ui", "i"};
constexpr Letters kFinals[] = {"",   "g",  "kk", "gs", "n",  "nj", "nh", "d", "l",  "lg",
                               "lm", "lb", "ls", "lt", "lp", "lh", "m",  "b", "bs", "s",
                               "ss", "ng", "j",  "ch", "k",  "t",  "p",  "h"};

// U+AC00 to U+D7A3 are all syllables in the order of these tables.
constexpr char16_t kFirst = 0xAC00, kLast = 0xD7A3;
constexpr size_t kFinalCount = std::size(kFinals), kOfAnInitial = std::size(kVowels) * kFinalCount;

struct Syllable {
  Letters initial, vowel, final;
};

Syllable syllable_of(char16_t c) {
  const size_t index = c - kFirst;
  return {kInitials[index / kOfAnInitial], kVowels[index / kFinalCount % std::size(kVowels)],
          kFinals[index % kFinalCount]};
}

// Whether the letters can be cut in two places at least, before the last of them.
bool is_ambiguous(Letters final, Letters initial) {
  const std::string all = std::string(final) + std::string(initial);
  int cuts = 0;
  for (size_t i = 0; i < all.size(); ++i)
    cuts += std::ranges::count(kFinals, Letters(all).substr(0, i)) > 0 &&
                    std::ranges::count(kInitials, Letters(all).substr(i)) > 0
                ? 1
                : 0;
  return cuts > 1;
}

}  // namespace

std::string romanized_hangul(std::string_view given) {
  const icu::UnicodeString in = from_utf8(given);
  icu::UnicodeString out;
  const Syllable* before = nullptr;
  Syllable last;
  for (int i = 0; i < in.length(); ++i) {
    const char16_t c = in[i];
    if (c < kFirst || c > kLast) {
      out.append(c);
      before = nullptr;
      continue;
    }
    const Syllable s = syllable_of(c);
    if (before != nullptr && (s.initial.empty() || is_ambiguous(before->final, s.initial)))
      out.append(u'-');
    for (const Letters part : {s.initial, s.vowel, s.final})
      for (const char letter : part) out.append(static_cast<char16_t>(letter));
    last = s;
    before = &last;
  }
  return to_utf8(out);
}

}  // namespace sotto::spoken
