// One sentence on its way through the flow, with what became of it and when.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/arrival_times.h"
#include "pipeline/word_times.h"
#include "text/sentence.h"
#include "translate/translator.h"

namespace sotto::pipeline {

// A time that was never reached equals Clock::time_point{}.
struct Times {
  Clock::time_point received;         // first byte of its text
  Clock::time_point ready;            // the sentence was certain
  Clock::time_point translate_start;  // taken by the translate thread
  Clock::time_point translated;
  Clock::time_point voice_start;  // taken by the voice thread
  Clock::time_point first_chunk;  // the voice made its first sound
  Clock::time_point voice_end;    // and its last
  Clock::time_point first_audio;  // the sink took its first sound
  Clock::time_point last_audio;   // and its last
};

struct Utterance {
  size_t id = 0;     // from 0, in the order of the text
  size_t block = 0;  // which block of text it belongs to, from 0
  text::Sentence source;
  translate::Translation translation;  // set when `translated` is reported
  // The sentence as it was written, said before its translation, which is another utterance of the
  // same id (SessionOptions::say_both).
  bool is_source = false;
  std::string voice;                    // that spoke it; empty when nothing was to be spoken
  std::string passed_over;              // why it was not to be spoken; empty: it was
  std::optional<double> pause_ms = {};  // silence in front of it; none: as between sentences
  double rate = 1;                      // of the voice, as its text asks for, times the user's own
  double tempo = 1;                     // to keep up, times both
  bool heard = false;                   // all of its sound was taken by the sink
  double audio_ms = 0;                  // the length of its sound
  // Places in all that the sink was given: of the first sample, and from where to where it is loud.
  double begins_ms = 0, loud_from_ms = 0, loud_to_ms = 0;
  std::vector<speech::WordTime> voice_words = {};  // as the voice says, from begins_ms on
  std::vector<SpokenWord> words = {};  // set when `finished` is reported; empty: not known
  Times times;
};

}  // namespace sotto::pipeline
