// Errors as values: what every function returns that a user's file, text or flag can make fail.
// Exceptions do not cross this folder's headers.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace sotto {

enum class Errc {
  bad_argument,  // a flag or call that makes no sense
  not_found,     // a file, folder, voice, model or language that is not there
  bad_format,    // a file or stream that is not what it should be
  unsupported,   // well-formed, but not something sotto does
  io,            // the operating system refused
  cancelled,     // a stop token was set
  internal       // a bug of ours
};

struct Error {
  Errc code;
  std::string message;  // one sentence: the file, tensor or flag, what was found, what was expected
};

namespace detail {
// Somebody took a value, or an error, that is not there: a bug of theirs.
[[noreturn]] inline void wrong_result() {
  throw std::logic_error("a Result was not tested before its use");
}
}  // namespace detail

// A value or an error. Test it before use: `if (!r) return r.error();`. What is not there throws
// std::logic_error. Hundreds of types are kept in it, in each file others: it is written out because
// of a std::variant compilers took three times as long.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)), ok_(true) {}
  Result(Error error) : error_(std::move(error)), ok_(false) {}
  Result(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : ok_(other.ok_) {
    if (ok_) {
      ::new (static_cast<void*>(&value_)) T(std::move(other.value_));
    } else {
      ::new (static_cast<void*>(&error_)) Error(std::move(other.error_));
    }
  }
  Result(const Result& other) requires std::is_copy_constructible_v<T> : ok_(other.ok_) {
    if (ok_) {
      ::new (static_cast<void*>(&value_)) T(other.value_);
    } else {
      ::new (static_cast<void*>(&error_)) Error(other.error_);
    }
  }
  Result& operator=(Result other) {
    static_assert(std::is_nothrow_move_constructible_v<T>, "what was there is gone by then");
    this->~Result();
    return *::new (static_cast<void*>(this)) Result(std::move(other));
  }
  ~Result() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~Error();
    }
  }

  explicit operator bool() const { return ok_; }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    if (ok_) detail::wrong_result();
    return error_;
  }

 private:
  T& value() {
    if (!ok_) detail::wrong_result();
    return value_;
  }
  const T& value() const {
    if (!ok_) detail::wrong_result();
    return value_;
  }

  union {
    T value_;
    Error error_;
  };
  bool ok_;
};

// Success, or an error. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  const Error& error() const {
    if (!error_) detail::wrong_result();
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace sotto
