// Sentences of a size that can be heard and translated: short ones glued, long ones cut.
#pragma once

#include <cstddef>
#include <optional>

#include "text/boundaries.h"

namespace sotto::text {

struct TextSize {
  size_t half_words = 0, bytes = 0;
};

// From which size on (of either) a text without an end, which has this one, may have a clause cut
// off that cannot be cut off now.
TextSize next_cut(TextSize now, size_t limit);

// The end of the segment that begins at `from`, or nothing while more text may change it.
//   - Below three words (six CJK characters) it is glued to its neighbour: voices garble less.
//   - `limit` half words: a longer one is cut at a clause.
//   - A short last sentence belongs to the one before, so a segment waits until three words of the
//     next have come; not so the `first`, which is wanted at once.
std::optional<size_t> segment_end(const GrowingText& text, size_t from, size_t limit, bool first);

}  // namespace sotto::text
