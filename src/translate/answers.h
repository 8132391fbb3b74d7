// Answers of language models, which were asked for a translation and may do something else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// The line of an answer that is the translation: the first one that has any text.
std::string line_of_answer(std::string_view answer);

// Why that line is no translation of the source; none: it may be one.
//   It is longer than anybody would put it (by bytes, of which a Japanese letter has three).
//   It speaks of translating, or shows its thoughts, where the source does not.
//   It is to be Japanese, of more than three words, and has no kana.
std::optional<std::string_view> fault_of_answer(std::string_view source, std::string_view answer,
                                                const Language& to);

}  // namespace sotto::translate
