#include "base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace sotto {
namespace {

void* open_library(const std::string& file) {
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
#ifdef __APPLE__
  // Homebrew's folder, where programs of Macs look for nothing by themselves.
  if (library == nullptr)
    library = ::dlopen(("/opt/homebrew/lib/" + file).c_str(), RTLD_NOW | RTLD_LOCAL);
#endif
  return library;
}

}  // namespace

std::string OptionalLibrary::file() const {
  const std::string version = minor < 0 ? fmt::format("{}", abi) : fmt::format("{}.{}", abi, minor);
#ifdef __APPLE__
  return fmt::format("{}.{}.dylib", name, version);
#else
  return fmt::format("{}.so.{}", name, version);
#endif
}

std::string OptionalLibrary::missing() const {
  return fmt::format("{} cannot be loaded; install {}", file(), debian_package);
}

SharedLibrary::SharedLibrary(const std::string& file)
    : library_(open_library(file)), is_whole_(library_ != nullptr) {}

void* SharedLibrary::symbol(const char* name) const {
  // Without a library dlsym would look at the program's own.
  return library_ == nullptr ? nullptr : ::dlsym(library_, name);
}

}  // namespace sotto
