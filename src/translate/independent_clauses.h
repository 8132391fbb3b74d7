// Long English sentences as several short ones.
#pragma once

#include <cstddef>
#include <vector>

#include "text/sentence.h"

namespace sotto::translate {

struct Clause {
  text::Sentence sentence;
  // Bytes at its front and at its end that the whole has not there: "Therefore, ", ".".
  size_t before = 0, behind = 0;
};

// The clauses of a sentence as sentences that can stand alone, in the order of the text: cut at
// semicolons and colons, where "so", "but", "and", "because", "although", "which" and the like begin
// one that has a subject and a verb of its own, and behind a first one with "since", "because" or
// "although". A small network translates each of them better than the whole, of which it leaves out
// the end. The sentence itself where it is short, no statement, or has no such clauses. Any text may
// come: names of protected parts are kept whole.
std::vector<Clause> independent_clauses(const text::Sentence& sentence);

}  // namespace sotto::translate
