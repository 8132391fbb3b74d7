// Signs that a network failed on a sentence, seen from its output alone. They exist because small
// translation models loop, stop half way, or copy, and because nobody hears that it went wrong.
#pragma once

#include <span>
#include <string_view>

#include "base/language.h"

namespace sotto::translate {

// Letters of any script.
int letters(std::string_view text);

// Whether a part of the output comes again and again, as nothing in the source does.
bool repeats_itself(std::span<const int> output, std::span<const int> source);

// Whether `output` has no letter of the script that the language is written in. Latin script never
// counts as missing: names and loan words would.
bool lacks_script(std::string_view output, const Language& language);

// Whether most letters are of a script that the language is not written in. Latin script is at home
// in every language.
bool is_foreign(std::string_view text, const Language& language);

// Whether the output is the source but for case, spaces and punctuation.
bool is_copy(std::string_view output, std::string_view source);

}  // namespace sotto::translate
