// Bounds of the sentences of a Japanese text, and the characters that are not theirs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::japanese {

// text.substr(begin, end - begin), in bytes: without spaces, without the marks that end it, and
// without what stands in brackets behind its last word.
struct SentenceRange {
  size_t begin = 0, end = 0;
  bool asks = false;  // it has a question mark
};

struct SentenceRanges {
  std::string masked;  // as long as the text; what is quoted, in brackets or protected is X
  std::vector<SentenceRange> ranges;
};

// `text` is valid UTF-8; takes time as its length.
SentenceRanges sentences_of(std::string_view text, std::span<const text::ProtectedSpan> spans);

}  // namespace sotto::japanese
