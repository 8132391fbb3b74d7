// The end of each function of the C ABI: a status, and a message that is this thread's.
#pragma once

#include <cstring>
#include <exception>
#include <initializer_list>
#include <type_traits>

#include "base/failure.h"
#include "sotto/error.h"
#include "sotto/sotto.h"

namespace sotto::capi {

// Keeps the message for sotto_last_error() of this thread.
sotto_status failed(const Error& error) noexcept;

const char* last_error() noexcept;

// Turns what `work` returns or throws into a status.
template <class Work>
sotto_status call(const Work& work) noexcept {
  try {
    const Result<void> done = work();
    return done ? SOTTO_OK : failed(done.error());
  } catch (...) {
    return failed(error_of(std::current_exception()));
  }
}

struct Argument {
  template <class T>
  Argument(T* pointer, const char* its_name) : is_given(pointer != nullptr), name(its_name) {}
  bool is_given;
  const char* name;
};
// The error names the first that is null: "translator: is null, expected one".
Result<void> check_given(std::initializer_list<Argument> arguments);

// Makes `options` what the caller has given, whose struct may be an older one, which is shorter, or
// a newer one, whose fields beyond ours must be zero: they would have no effect. Null: as it is.
// `least`: bytes of the struct's first version.
Result<void> read_struct(const void* given, void* options, size_t size, size_t least,
                         const char* name);

template <class Struct>
Result<Struct> options_of(const Struct* given, size_t least, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct>);
  Struct options{};
  if (const auto read = read_struct(given, &options, sizeof options, least, name); !read)
    return read.error();
  return options;
}

}  // namespace sotto::capi
