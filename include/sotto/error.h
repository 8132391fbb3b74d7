// Errors as values: what every function returns that a user's file, text or flag can make fail.
// Exceptions do not cross this folder's headers.
#pragma once

#include <string>
#include <utility>
#include <variant>

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

// A value or an error. Test it before use: `if (!r) return r.error();`
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : v_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : v_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return v_.index() == 0; }
  T& operator*() & { return std::get<0>(v_); }
  const T& operator*() const& { return std::get<0>(v_); }
  T&& operator*() && { return std::get<0>(std::move(v_)); }
  T* operator->() { return &std::get<0>(v_); }
  const T* operator->() const { return &std::get<0>(v_); }
  const Error& error() const { return std::get<1>(v_); }

 private:
  std::variant<T, Error> v_;
};

// Success, or an error. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() : v_(std::in_place_index<0>) {}
  Result(Error error) : v_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return v_.index() == 0; }
  const Error& error() const { return std::get<1>(v_); }

 private:
  std::variant<std::monostate, Error> v_;
};

}  // namespace sotto
