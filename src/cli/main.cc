#include <cstdlib>  // with __GLIBC__, where it is that
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/mapped_fault.h"
#include "cli/app.h"

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // glibc raises this limit to the largest block that was ever freed, up to 32 MB, and then keeps
  // such blocks between others: 47 MB of them once Kokoro is loaded. Below 1 MB a block of its own
  // costs the narrator's start 2 ms.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
  sotto::say_which_file_was_shortened();
  return sotto::cli::run(argc, argv);
}
