// A short input as a whole.
#pragma once

#include <cstddef>
#include <string>

#include "sotto/error.h"

namespace sotto::cli {

// All of a file, or of standard input ("-"). The error: it cannot be read, or is longer than
// `most_bytes`; it says that `what` was expected.
Result<std::string> read_all(const std::string& name, size_t most_bytes, const char* what);

}  // namespace sotto::cli
