// When the words of Open JTalk's reading are heard, by the phonemes of its labels.
#pragma once

#include <span>
#include <vector>

#include "phonemes/open_jtalk_reader.h"
#include "speech/voice.h"

namespace sotto::speech {

// Adds the words that have a sound to `words`, each with what was written. `ends_ms`: of each label,
// from `begin_ms` on. A mora ends with a vowel, ん or っ; nothing is added where the words do not have
// as many morae as the labels.
void add_word_times(const phonemes::JTalkReading& reading, std::span<const double> ends_ms,
                    double begin_ms, std::vector<WordTime>& words);

}  // namespace sotto::speech
