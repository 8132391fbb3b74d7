// Text on its way to a speech program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::text {

// One line: line breaks and control characters become spaces, spaces at the ends go.
std::string one_line(std::string_view text);

// Cuts `text` (valid UTF-8) into pieces of at most `max_cost`, where a character costs its bytes in
// UTF-8 but at least 3, the size of its full-width form. Cut behind the end of a sentence if there
// is one in the second half, else behind a comma, else at a space, else anywhere. Nothing is lost.
std::vector<std::string> pieces(std::string_view text, size_t max_cost);

}  // namespace sotto::text
