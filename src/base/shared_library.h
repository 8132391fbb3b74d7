// A library that is loaded where it is first needed: of one that is linked, with all that it brings
// along, each start of the program would wait, and without it there would be no start.
#pragma once

#include <optional>
#include <string>

namespace sotto {

// Its name, for who loads it and for who has to install it.
struct OptionalLibrary {
  const char* name;            // "libcurl"
  int abi;                     // 4: of libcurl.so.4, whose headers sotto is compiled with
  const char* debian_package;  // "libcurl4"
  int minor = -1;              // 4: of libnats.so.3.4, whose ABI has two numbers; -1: it has one

  std::string file() const;
  std::string missing() const;  // "libcurl.so.4 cannot be loaded; install libcurl4"
};

// It stays loaded until the process ends: functions that were found may be called until then.
// Used by one thread.
class SharedLibrary {
 public:
  // Opens a file as dlopen does. A library that is not there has no functions.
  explicit SharedLibrary(const std::string& file);

  // Null: it is not there. The type of the function is the caller's to know, from its header.
  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(symbol(name));
    is_whole_ = is_whole_ && function != nullptr;
  }
  // Finds a symbol that may be missing, also in the libraries that this one brought along.
  template <class Symbol>
  void find_if_there(const char* name, Symbol*& found) {
    found = reinterpret_cast<Symbol*>(symbol(name));
  }
  // It was loaded, and all that was asked for by find() was found.
  bool is_whole() const { return is_whole_; }

 private:
  void* symbol(const char* name) const;

  void* const library_;
  bool is_whole_;
};

// `Functions` names its OptionalLibrary as kLibrary, and finds its functions where it is
// constructed with a SharedLibrary. Null: it is not there, or not all of it. Loaded once; any
// thread.
template <class Functions>
const Functions* load_library() {
  static const std::optional<Functions> loaded = [] {
    SharedLibrary library(Functions::kLibrary.file());
    std::optional<Functions> found(std::in_place, library);
    if (!library.is_whole()) found.reset();
    return found;
  }();
  return loaded ? &*loaded : nullptr;
}

}  // namespace sotto
