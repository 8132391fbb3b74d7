// Phonemes that somebody gives in the IPA, in the alphabets of those who speak.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sotto::phonemes {

// The form in which espeak-ng writes its own IPA with --tie=^: "t͡ʃ" and "tʃ" are "t^ʃ", "oʊ" is
// "o^ʊ".
std::string ipa_with_ties(std::string_view ipa);

// The same in espeak-ng's mnemonics, which may stand between [[ and ]] in its text. None: there is
// a sound that this has no mnemonic for. The answer has no bracket.
std::optional<std::string> espeak_mnemonics(std::string_view ipa);

}  // namespace sotto::phonemes
