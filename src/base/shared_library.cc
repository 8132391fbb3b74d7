#include "base/shared_library.h"

#include <dlfcn.h>

namespace sotto {

SharedLibrary::SharedLibrary(const char* file)
    : library_(::dlopen(file, RTLD_NOW | RTLD_LOCAL)), is_whole_(library_ != nullptr) {}

void* SharedLibrary::symbol(const char* name) {
  // Without a library dlsym would look at the program's own.
  void* const found = library_ == nullptr ? nullptr : ::dlsym(library_, name);
  is_whole_ = is_whole_ && found != nullptr;
  return found;
}

}  // namespace sotto
