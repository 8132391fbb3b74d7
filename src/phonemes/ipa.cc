#include "phonemes/ipa.h"

#include <algorithm>
#include <iterator>

namespace sotto::phonemes {
namespace {

struct IpaSound {
  std::string_view ipa, mnemonic;
};

// Longest first.
constexpr IpaSound kIpaSounds[] = {
    // Diphthongs, affricates, nasal and long vowels.
    {"t͡ʃ", "tS"},
    {"t͜ʃ", "tS"},
    {"d͡ʒ", "dZ"},
    {"d͜ʒ", "dZ"},
    {"tʃ", "tS"},
    {"dʒ", "dZ"},
    {"eɪ", "eI"},
    {"aɪ", "aI"},
    {"ɔɪ", "OI"},
    {"aʊ", "aU"},
    {"oʊ", "oU"},
    {"əʊ", "@U"},
    {"ɪə", "i@"},
    {"eə", "e@"},
    {"ʊə", "U@"},
    {"ɑ\u0303", "A~"},
    {"ɛ\u0303", "E~"},
    {"ɔ\u0303", "O~"},
    {"œ\u0303", "W~"},
    {"ɑː", "A:"},
    {"ɔː", "O:"},
    {"iː", "i:"},
    {"uː", "u:"},
    {"ɜː", "3:"},
    {"ɜ", "3:"},
    {"ɝ", "3:"},
    // Vowels.
    {"æ", "a"},
    {"a", "a"},
    {"ɑ", "A:"},
    {"ɒ", "0"},
    {"ɔ", "O"},
    {"ɛ", "E"},
    {"e", "e"},
    {"ɪ", "I"},
    {"i", "i"},
    {"ʊ", "U"},
    {"u", "u"},
    {"ʌ", "V"},
    {"ə", "@"},
    {"ɚ", "3"},
    {"ɐ", "a#"},
    {"o", "o"},
    {"ø", "Y"},
    {"œ", "W"},
    {"y", "y"},
    // Consonants.
    {"θ", "T"},
    {"ð", "D"},
    {"ʃ", "S"},
    {"ʒ", "Z"},
    {"ŋ", "N"},
    {"ɹ", "r"},
    {"r", "r"},
    {"ʁ", "r"},
    {"ɾ", "t#"},
    {"ɫ", "l"},
    {"ʔ", "?"},
    {"ç", "C"},
    {"x", "x"},
    {"ɲ", "n^"},
    {"ʎ", "l^"},
    {"ɡ", "g"},
    {"g", "g"},
    {"p", "p"},
    {"b", "b"},
    {"t", "t"},
    {"d", "d"},
    {"k", "k"},
    {"f", "f"},
    {"v", "v"},
    {"s", "s"},
    {"z", "z"},
    {"h", "h"},
    {"m", "m"},
    {"n", "n"},
    {"l", "l"},
    {"j", "j"},
    {"w", "w"},
    // Stress, length, borders.
    {"ˈ", "'"},
    {"'", "'"},
    {"ˌ", ","},
    {"ː", ":"},
    {".", ""},
    {" ", " "},
};

constexpr IpaSound kIpaTies[] = {{"͡", "^"},     {"͜", "^"},     {"tʃ", "t^ʃ"}, {"dʒ", "d^ʒ"},
                                 {"eɪ", "e^ɪ"}, {"aɪ", "a^ɪ"}, {"ɔɪ", "ɔ^ɪ"}, {"aʊ", "a^ʊ"},
                                 {"oʊ", "o^ʊ"}, {"əʊ", "ə^ʊ"}, {".", ""},     {"'", "ˈ"}};

}  // namespace

std::string ipa_with_ties(std::string_view ipa) {
  std::string out;
  while (!ipa.empty()) {
    const auto found =
        std::ranges::find_if(kIpaTies, [&](const IpaSound& s) { return ipa.starts_with(s.ipa); });
    if (found == std::end(kIpaTies)) {
      out += ipa.front();
      ipa.remove_prefix(1);
    } else {
      out += found->mnemonic;
      ipa.remove_prefix(found->ipa.size());
    }
  }
  return out;
}

std::optional<std::string> espeak_mnemonics(std::string_view ipa) {
  std::string out;
  while (!ipa.empty()) {
    const auto found =
        std::ranges::find_if(kIpaSounds, [&](const IpaSound& s) { return ipa.starts_with(s.ipa); });
    if (found == std::end(kIpaSounds)) return std::nullopt;
    out += found->mnemonic;
    ipa.remove_prefix(found->ipa.size());
  }
  return out;
}

}  // namespace sotto::phonemes
