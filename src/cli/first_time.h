// Hints that are shown once, and not at every call.
#pragma once

#include <string>

namespace sotto::cli {

// True the first time that it is asked with that name, which is kept in the cache folder; false
// where nothing can be kept, for then it would be said each time.
bool first_time(const std::string& name);

}  // namespace sotto::cli
