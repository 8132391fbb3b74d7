// Answers of language models, which were asked for a translation and may do something else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// The line of an answer that is the translation: the first one that has any text.
std::string line_of_answer(std::string_view answer);

// U+FFFD, which stands for bytes that are no character. A network that writes by bytes may end, or go
// on with something else, in the middle of one.
bool has_broken_text(std::string_view text);

// Why that line is no translation of the source; none: it may be one.
//   It is longer than anybody would put it (by bytes, of which a Japanese letter has three).
//   It holds U+FFFD, for bytes that are no character, where the source does not.
//   It speaks of translating, or shows its thoughts, where the source does not.
//   It is to be Japanese, of more than three words, and has no kana.
std::optional<std::string_view> fault_of_answer(std::string_view source, std::string_view answer,
                                                const Language& to);

}  // namespace sotto::translate
