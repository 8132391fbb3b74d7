// Which sotto this is.
#pragma once

namespace sotto {

// "0.1.0": of the library that runs, for the program's own lifetime.
const char* version() noexcept;

}  // namespace sotto
