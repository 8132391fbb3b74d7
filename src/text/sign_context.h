// Decides whether a sign is to be said where it stands: "a < b" compares, "Vec<T>" does not.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/signs.h"

namespace sotto::text {

struct SignHere {
  const Sign* sign = nullptr;  // null: nothing to be said of what stands there
  bool before_number = false;
  explicit operator bool() const { return sign != nullptr; }
};

// The sign at code[i], where it changes what the code means. Looks at a bounded part around it.
SignHere sign_in_code(std::string_view code, size_t i);

// The same for prose.
SignHere sign_in_prose(std::string_view text, size_t i);

}  // namespace sotto::text
