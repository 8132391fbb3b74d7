// The bytes of a pickle as its machine reads them, and the first thing found wrong with them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "sotto/error.h"

namespace sotto::checkpoint::pickle {

// After a failure reads give nothing, so that the machine may look at the error once an opcode.
class Program {
 public:
  explicit Program(std::span<const std::byte> bytes)
      : bytes_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  size_t position() const { return position_; }
  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  void fail(std::string_view what) {
    fail({Errc::bad_format, fmt::format("the pickle has {}", what)});
  }

  // The next bytes; empty after a failure.
  std::string_view take(uint64_t size) {
    if (failed() || size > bytes_.size() - position_) {
      fail(fmt::format("ended at byte {}: truncated", bytes_.size()));
      return {};
    }
    position_ += size;
    return bytes_.substr(position_ - size, size);
  }

  // A number, little-endian, as the machines sotto runs on; 0 after a failure.
  template <class T>
  T read() {
    T value{};
    const std::string_view bytes = take(sizeof value);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  // A name up to its line feed.
  std::string_view line() {
    constexpr size_t kMaxLength = 200;
    const size_t end = bytes_.substr(position_, kMaxLength + 1).find('\n');
    if (end == std::string_view::npos) {
      fail("a global without a name");
      return {};
    }
    return take(end + 1).substr(0, end);
  }

 private:
  std::string_view bytes_;
  size_t position_ = 0;
  std::optional<Error> error_;
};

}  // namespace sotto::checkpoint::pickle
