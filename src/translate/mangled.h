// Identifiers that a network wrote almost as they are.
#pragma once

#include <string_view>

#include "text/sentence.h"

namespace sotto::translate {

// Whether `plain`, a translation without its protected parts, has a word that looks like one of
// those of the source and is none: "src/auth/logn.ts", "jwt_secret". A listener would take it for
// another file or name. Words that the source has outside of its protected parts may stand there.
bool has_mangled_copy(std::string_view plain, const text::Sentence& source);

}  // namespace sotto::translate
