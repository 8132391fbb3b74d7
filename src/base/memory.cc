#include "base/memory.h"

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

}  // namespace sotto
