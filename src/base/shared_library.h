// A library that is loaded where it is first needed: of one that is linked, with all that it brings
// along, each start of the program would wait.
#pragma once

namespace sotto {

// It stays loaded until the process ends: functions that were found may be called until then.
// Used by one thread.
class SharedLibrary {
 public:
  // As dlopen takes it. Where it is not there, it has no functions.
  explicit SharedLibrary(const char* file);

  // Null: it is not there. The type of the function is the caller's to know, from its header.
  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(symbol(name));
  }
  // It was loaded, and all that was asked for was found.
  bool is_whole() const { return is_whole_; }

 private:
  void* symbol(const char* name);

  void* const library_;
  bool is_whole_;
};

}  // namespace sotto
