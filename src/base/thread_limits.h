// Limits on the memory of threads.
#pragma once

#include <cstddef>

namespace sotto {

// Sets for threads that are made from now on how many heaps they have side by side, and how long
// the stack of each is. If addresses are few (`ulimit -v`) the heap of 64 MB and the stack of 8 MB
// that a thread gets otherwise, of which it uses next to nothing, leave none for anything else.
void limit_threads(int most_heaps, size_t stack_bytes);

}  // namespace sotto
