// Finds elements of a sentence in its translation, by the network's alignment.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "translate/document/tag_projection.h"
#include "translate/links.h"

namespace sotto::translate {

// A sentence with its translation.
struct LinkedTexts {
  std::string_view source, target;
  const std::vector<Link>& links;
  bool spaced;  // the target's language has spaces between words
};

// For each element, a range of the source, the stretch of the target that has most of what comes
// from it, and nothing of another element's; of whole words, where the element is. None where no
// stretch has more than half of it. Elements are in order and do not overlap, and nor do places.
std::vector<std::optional<Place>> aligned_places(const LinkedTexts& texts,
                                                 std::span<const ByteRange> elements);

}  // namespace sotto::translate
