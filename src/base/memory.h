// The program's heap.
#pragma once

#include <cstddef>

namespace sotto {

// Memory that was freed goes back to the system, from between what is in use, too. It takes a
// millisecond or so: worth it behind what needs much for a while.
void give_back_freed_memory();

constexpr size_t kLargePage = size_t{2} << 20;  // bytes

// Asks for large pages for memory that was not written yet and will be read from end to end: of
// weights in pages of 4 KiB a core waits for addresses, not for bytes (a Zen 4 read 20 GB/s with
// one thread and 27 with two, from pages of 2 MiB 31 and 35). Less than a part of such a page is
// not worth it; neighbours in the same pages share them. A system may not listen.
void prefer_large_pages(void* memory, size_t bytes);

}  // namespace sotto
