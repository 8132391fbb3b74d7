// Tells questions, failures and results by the words of a sentence. By cue words, for
// English and Japanese; of other languages question marks alone are known.
#pragma once

#include "text/sentence.h"

namespace sotto::text {

struct SentenceTraits {
  bool asks = false;        // or wants something of the listener
  bool fails = false;       // something failed, or was not done
  bool has_result = false;  // something has come of the work
  bool advises = false;
  bool is_narration = false;  // what the writer is doing, or is about to
};

SentenceTraits traits_of(const Sentence& sentence);

// True of a short sentence that announces a step and says nothing else ("Let me look at the
// parser."): who is late misses nothing without it. When in doubt false; of languages other than
// English and Japanese always.
bool is_announcement(const Sentence& sentence);

}  // namespace sotto::text
