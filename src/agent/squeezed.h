// A text without its white space, as a fingerprint: repetitions may be trimmed, joined or cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sotto::agent {

// A polynomial hash, so that fingerprints of parts make that of the whole: H(ab) = H(a) P^|b| +
// H(b) modulo 2^64.
struct Squeezed {
  uint64_t hash = 0, power = 1;  // P^length
  size_t length = 0;             // bytes that are not white space

  void add(std::string_view text);
  void add(char c);
  bool operator==(const Squeezed& other) const {
    return hash == other.hash && length == other.length;
  }
  friend Squeezed operator+(const Squeezed& a, const Squeezed& b) {
    return {a.hash * b.power + b.hash, a.power * b.power, a.length + b.length};
  }
};

Squeezed squeezed(std::string_view text);

// The rest of `text` behind the text whose fingerprint is `begin`; none if it begins otherwise.
std::optional<std::string_view> rest_after(std::string_view text, const Squeezed& begin);

// Whether `text` ends with what `end` is the fingerprint of.
bool ends_with(std::string_view text, const Squeezed& end);

}  // namespace sotto::agent
