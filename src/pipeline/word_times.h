// When the words of a sentence are heard.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "speech/voice.h"

namespace sotto::pipeline {

// Milliseconds from the beginning of all sound.
struct SpokenWord {
  std::string text;  // with the marks beside it
  double begin_ms = 0, end_ms = 0;
  bool estimated = false;  // by the lengths of the words, not by the voice
};

struct HeardSpan {
  double begins_ms;                 // of the sentence's first sample
  double loud_from_ms, loud_to_ms;  // of what is heard of it
};

// The words of `text` between its spaces. `measured`: by the voice, from `begins_ms` on. Where they
// are not as many as the text's (a number of several words), or none, the loud span is shared out by
// letters. A text without spaces between words (Japanese, Chinese, Thai) has the words of a voice that
// says which they are, and none by another; what the voice said in other letters (a number, Latin ones)
// is a word with the time between its neighbours.
std::vector<SpokenWord> spoken_words(std::string_view text,
                                     std::span<const speech::WordTime> measured,
                                     const HeardSpan& heard);

}  // namespace sotto::pipeline
