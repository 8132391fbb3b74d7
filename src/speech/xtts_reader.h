// Texts in the form that XTTS was trained on, by language.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::speech {

// Writes a text (valid UTF-8) as the network was trained on it. Used by one thread at a time.
using XttsReader = std::function<std::string(std::string_view text)>;

// An ISO code. The error says what is missing: rules, or a dictionary.
Result<XttsReader> open_xtts_reader(std::string_view language);

// Whether it would open, as far as files that are there tell.
bool is_read_by_xtts(std::string_view language);

}  // namespace sotto::speech
