// Numbers in texts, read alike in every locale and by every standard library.
#pragma once

#include <optional>
#include <string_view>

namespace sotto {

// The whole text, as std::from_chars reads it ("-1.5e3", no "+", no spaces); none where it is
// anything else or no double has room for it.
std::optional<double> parse_double(std::string_view text);

}  // namespace sotto
