// A set-up that is broken is heard, once: whoever listens to an agent does not read its log.
#pragma once

#include <string>

namespace sotto::cli {

// Says the sentence in English with a voice of the system, in a process of its own that nobody
// waits for. Once: not again until all_is_well() was called. Nothing is said where the cache folder
// cannot be written, for then it would be said each time.
void say_once(const std::string& sentence);

void all_is_well();

}  // namespace sotto::cli
