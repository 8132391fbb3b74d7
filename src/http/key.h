// Secrets that requests have with them.
#pragma once

#include <optional>
#include <string>

#include "sotto/error.h"

namespace sotto::http {

// The secret in a variable, or in the file that the variable with _FILE at its end names. None: it
// is not set. The error: no file, or what is in it cannot be part of a request.
Result<std::optional<std::string>> find_key(const std::string& variable);

}  // namespace sotto::http
