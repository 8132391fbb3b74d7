// Table of letters in English words and the Japanese sounds that they become.
#pragma once

#include <string_view>

namespace sotto::text {

// Letters, sounds with a dot between two ("_": none), and 100 times the negative logarithm of their
// share of all units; separated by white space.
extern const std::string_view kLetterUnits;

}  // namespace sotto::text
