// Text from outside on its way to a terminal or a log.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

// One line of valid UTF-8 that moves no cursor, sets no clipboard and turns no text round: white
// space that is no blank becomes a blank; other control characters (also those of 8 bits, which
// terminals obey in UTF-8) and marks that reorder text become `?`.
std::string printable(std::string_view text);

// The same for what is spoken: such characters are left out.
std::string without_controls(std::string_view text);

}  // namespace sotto
