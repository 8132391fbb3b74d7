#include "base/memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>  // with __GLIBC__, where it is that
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sotto {

void give_back_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void prefer_large_pages(void* memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr uintptr_t kPage = kLargePage;
  if (bytes < kPage / 8) return;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(memory) / kPage * kPage;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + bytes + kPage - 1) / kPage * kPage;
  // If an end of it is not mapped, the mapped part is advised all the same.
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)bytes;
#endif
}

}  // namespace sotto
