// SSML's `say-as`: how a text is to be taken, where its letters do not tell.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

// The text as it is to be said. Letter by letter: characters, spell-out, verbatim, digits, telephone;
// ordinal has its ending in English; cardinal, number, date, time and the like are read so anyway.
// None: no such interpretation is known.
std::optional<std::string> say_as(std::string_view text, std::string_view interpretation,
                                  const Language& language);

}  // namespace sotto::text
