// Japanese kana as phonemes of Kokoro's alphabet (IPA, with ɨ for the u of すつ and small ゅ).
// All text is valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace sotto::phonemes {

// A word's reading in hiragana, ー among it: "せってー" is "seʔteː". ん and っ see their
// neighbours within the word alone. What is no kana is left out.
std::string kana_phonemes(std::string_view hiragana);

// Marks of punctuation: "。" is ".", "「" is “; what has none stays.
std::string symbol_phonemes(std::string_view symbols);

// ァ to ヶ in hiragana, everything else as it is.
std::string to_hiragana(std::string_view katakana);

}  // namespace sotto::phonemes
