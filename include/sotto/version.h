// Which sotto this is.
#pragma once

#include "sotto/export.h"

namespace sotto {

// "0.1.0": of the library that runs, for the program's own lifetime.
SOTTO_API const char* version() noexcept;

}  // namespace sotto
