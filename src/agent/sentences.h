// Bounds of sentences, as far as a stream's repetitions are told apart by them.
#pragma once

#include <cstddef>
#include <string_view>

namespace sotto::agent {

// Number of bytes that are the same at their beginning.
size_t common_prefix(std::string_view a, std::string_view b);

// Whether the text ends with a stop, a question mark, a colon or a line's end, and perhaps a quote.
bool ends_sentence(std::string_view text);

// Whether `next` can be no text of its own, but goes on with `text`.
bool continues(std::string_view text, std::string_view next);

// The beginning of the sentence that text[at] is in.
size_t sentence_begin(std::string_view text, size_t at);

}  // namespace sotto::agent
