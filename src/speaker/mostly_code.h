// Answers that nobody wants to hear word by word.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::speaker {

// One sentence instead of a Markdown text that is mostly code: "Mostly code: 120 lines in three
// blocks." None: it is not, or the language is one that we have no sentence for.
std::optional<std::string> mostly_code(std::string_view markdown, const Language& language);

}  // namespace sotto::speaker
