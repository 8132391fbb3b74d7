// When the words of a string of phonemes are heard, by how long each phoneme is.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "speech/voice.h"
#include "tokenize/phoneme_vocabulary.h"

namespace sotto::speech {

// Adds the words of a clause, that is, what stands between its spaces and has a letter, to `words`.
// `frames`: of each of the phonemes that the vocabulary knows, with the silence at both ends;
// nothing is added where they are not as many. `begin_ms`: of the clause. Marks behind a word are
// the pause behind it.
void add_word_times(std::string_view phonemes, const tokenize::PhonemeVocabulary& vocabulary,
                    std::span<const int> frames, double frame_ms, double begin_ms,
                    std::vector<WordTime>& words);

}  // namespace sotto::speech
