// Sotto's own sentences: something was left out, a run ended so. In the listener's language, by a
// table: such a sentence is never put to a network.
#pragma once

#include <string_view>

#include "base/language.h"

namespace sotto::text {

enum class Note {
  code,               // a code block was left out
  table,              // a table was left out
  run_failed,         // an agent's run ended with an error
  too_many_turns,     // it ended because it took too many turns
  too_expensive,      // it ended because it cost too much
  structured_answer,  // its answer is data for a program
};

// The sentence in that language; in English where the table has none. Valid for ever.
std::string_view note_text(Note note, const Language& language);

}  // namespace sotto::text
