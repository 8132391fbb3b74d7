// The forms that a weight matrix can have, and their names: what --quant and --scheme take.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::quant {

struct Scheme {
  // q8, q6, q4: affine groups (affine.h). int8: symmetric rows (sym8.h). The others are floats.
  enum class Kind { f32, f16, bf16, q8, q6, q4, int8 };

  Kind kind = Kind::f32;
  int group = 64;  // of q8, q6 and q4: 32, 64 or 128; 64 for the others, where it says nothing

  bool is_affine() const { return bits() != 0; }
  bool is_float() const { return kind == Kind::f32 || kind == Kind::f16 || kind == Kind::bf16; }
  int bits() const;  // of q8, q6 and q4; 0 for the others

  friend bool operator==(const Scheme&, const Scheme&) = default;
};

// "q8", "q4:32" (with the group), "int8", "f16", ... The error says what was expected.
Result<Scheme> parse_scheme(std::string_view text);

// The name that parse_scheme reads; a group of 64 is left out.
std::string name_of(const Scheme& scheme);

// Whether a table has a row for each kind, in their order.
constexpr bool in_order_of_kind(const auto& rows) {
  size_t i = 0;
  for (const auto& row : rows)
    if (static_cast<size_t>(row.kind) != i++) return false;
  return i == static_cast<size_t>(Scheme::Kind::int8) + 1;
}

// Whether a matrix of `cols` columns can have that form; one that cannot stays as it is.
bool fits(const Scheme& scheme, int cols);

}  // namespace sotto::quant
