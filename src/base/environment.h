// Variables of the environment, where an empty one is as good as none.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace sotto {

inline std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace sotto
