// Emoji go around a network, which knows none and makes up words for them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/byte_map.h"
#include "text/sentence.h"

namespace sotto::translate {

struct WithoutEmoji {
  std::string words;
  std::vector<text::ProtectedSpan> spans;
  std::string before, after;  // pictures in front of the words, and the others
  text::ByteMap origin;       // of the words in the text that they were taken from
};

// Strips a text, which has single spaces; pictures inside spans stay.
WithoutEmoji strip_emoji(std::string_view text, std::span<const text::ProtectedSpan> spans);

}  // namespace sotto::translate
