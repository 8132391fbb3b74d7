// Which words of a text became which of its translation.
#pragma once

#include <string_view>
#include <vector>

#include "base/byte_range.h"
#include "text/byte_map.h"
#include "text/sentence.h"

namespace sotto::translate {

// A part of a translation, and the word of the source that it comes from. A list of them is in the
// order of the translation, and their targets do not overlap.
struct Link {
  ByteRange target, source;
  bool operator==(const Link&) const = default;
};

// Adds links of parts of two texts, which begin at these bytes of the whole.
struct PartBegins {
  size_t target, source;
};
void append(const std::vector<Link>& part, const PartBegins& begins, std::vector<Link>& links);

// The same of another text that was made of the translation. What is left out of it has no link.
std::vector<Link> moved(const std::vector<Link>& links, const text::ByteMap& map);

// Links whose targets lie within a part of the translation, with both sides counted from where
// these parts begin; what comes of another part of the source has no link.
std::vector<Link> links_within(const std::vector<Link>& links, ByteRange target, ByteRange source);

// Joins links of a text to a second one with links of the second to a third.
std::vector<Link> joined(const std::vector<Link>& first, const std::vector<Link>& second);

// With a link of its own for each protected span of a translation: to the span of the source that
// it is, or to what the words in it come from. What became such a span became nothing else.
std::vector<Link> with_spans(std::vector<Link> links, const text::Sentence& translation,
                             const text::Sentence& source);

// Whether text[at] goes on with the word or the character before it; in scripts without spaces no
// word does.
bool is_inside_word(std::string_view text, size_t at);

}  // namespace sotto::translate
