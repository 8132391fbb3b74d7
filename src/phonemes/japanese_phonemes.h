// Japanese words as a string of phonemes for Kokoro: upstream's rules (misaki 0.9.4, cutlet.py) on
// Open JTalk's readings, which know numbers and counters.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "phonemes/open_jtalk_reader.h"
#include "phonemes/word_list.h"

namespace sotto::phonemes {

// A space stands behind each word. Neighbours that `words` has as one (upstream's ja_words.txt) are
// one: "まし" "た" is "maɕita". Without that list all of Open JTalk's words are apart, and ん and
// っ do not see what follows in the next.
std::string join_japanese_words(std::span<const JTalkWord> words, const WordList& list);

// Does upstream's last steps: one space at most, none beside ʔ, « » for ( ).
std::string tidy_japanese_phonemes(std::string_view phonemes);

// Both.
std::string japanese_phonemes(std::span<const JTalkWord> words, const WordList& list);

}  // namespace sotto::phonemes
