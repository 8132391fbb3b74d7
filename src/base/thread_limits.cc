#include "base/thread_limits.h"

#include <cstdlib>  // with __GLIBC__, where it is that
#ifdef __GLIBC__
#include <malloc.h>
#include <pthread.h>
#endif

namespace sotto {

void limit_threads(int most_heaps, size_t stack_bytes) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, most_heaps);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, stack_bytes) == 0)
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#else
  (void)most_heaps;
  (void)stack_bytes;
#endif
}

}  // namespace sotto
