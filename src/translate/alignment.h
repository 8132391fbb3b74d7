// Protected spans by word alignment: a network that changed an identifier still says where it is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_range.h"
#include "text/byte_map.h"
#include "translate/links.h"
#include "translate/placeholders.h"

namespace sotto::translate {

// A text and what the network made of it, piece by piece.
struct Aligned {
  std::string_view source, target;
  std::span<const ByteRange> source_pieces, target_pieces;
  // [target pieces, source pieces + end], row by row: how much of each source piece, and of the
  // end of the source, is in each piece of the target.
  std::span<const float> weights;
};

// The target with a marker for each span of `sentence`, whose text the source is: where the span's
// own text stands, else in place of what came of its pieces. `values` are of protect() with these
// markers. None where a span's pieces came to nothing, or to several places. `map`: of the target
// into what is returned, for who wants it.
std::optional<std::string> with_markers(const Aligned& aligned, const text::Sentence& sentence,
                                        const ProtectedText& values, const Markers& markers,
                                        const Language& to, text::ByteMap* map = nullptr);

// The word of the source that each piece of the target comes from most; none for a piece that looks
// at the end of the source.
std::vector<Link> links_of(const Aligned& aligned);

}  // namespace sotto::translate
