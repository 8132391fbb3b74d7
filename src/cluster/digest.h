// Content as a name: what has the same bytes has the same name.
#pragma once

#include <string>
#include <string_view>

namespace sotto::cluster {

// SHA-256, in 64 hexadecimal digits.
std::string digest(std::string_view bytes);

}  // namespace sotto::cluster
