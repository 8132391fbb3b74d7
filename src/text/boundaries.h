// Ends of sentences and clauses in cleaned text that may still grow.
//
// The classes of characters are Unicode's (UAX 29, sentence break, from ICU); the rules are our
// own, because ICU's iterator cannot say "more text may change this", and knows neither file names
// nor abbreviations.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sotto::text {

// Text that may grow. Marks of speech_builder.h stand in it; nothing ends between two of them.
struct GrowingText {
  std::string_view text;
  size_t stable = 0;   // the bytes that will not change, at most text.size()
  bool final = false;  // nothing follows
  bool pause = false;  // nothing follows for now: who has an end by his punctuation has ended
};

// The end of the first sentence that begins at `from`, behind its punctuation and closing quotes.
// Nothing: there is none yet, or more text is needed to tell.
std::optional<size_t> sentence_end(const GrowingText& text, size_t from);

// Behind the punctuation and closing quotes that stand at `from`.
size_t behind_end(std::string_view text, size_t from);

// Half words: two for a word or a span of code, one for a character of a script without spaces.
size_t half_words(std::string_view text);

// A text is far too long with more than so many times the limit, or so many bytes.
inline constexpr size_t kFarTooLong = 2, kLongestBytes = 1200;

// The place to cut `text`, which has more than `limit` half words, so that the first part has at
// most that many: behind the last good clause, else (only in a text far too long) behind a word.
std::optional<size_t> clause_end(std::string_view text, size_t limit);

}  // namespace sotto::text
