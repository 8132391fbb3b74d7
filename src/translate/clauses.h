// Cutting a sentence that is too much for one call of a network.
#pragma once

#include <optional>
#include <utility>

#include "text/sentence.h"

namespace sotto::translate {

// Two halves at the clause border nearest to the middle (", ", "; ", ": ", " and ", 、), outside of
// protected spans, each with letters of its own. None: there is no such border.
std::optional<std::pair<text::Sentence, text::Sentence>> split_at_clause(
    const text::Sentence& sentence);

}  // namespace sotto::translate
