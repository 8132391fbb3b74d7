// The part of a long text that is worth hearing where nobody has time for all of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// The places, in order, of the sentences to be heard of a whole text: what says best what has come
// of the work, each one that says that something failed, each one that asks something, and sotto's
// own notes. A text
// of up to three sentences is heard as it is. Cue words are known for English and Japanese; for
// other languages places, numbers and question marks decide.
std::vector<size_t> digest(std::span<const Sentence> sentences);

}  // namespace sotto::text
