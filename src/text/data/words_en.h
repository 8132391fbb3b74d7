// English words as the corpus of tools/narrator has them, separated by white space and sorted.
#pragma once

#include <string_view>

namespace sotto::text {

extern const std::string_view kEnglishWords;    // in small letters
extern const std::string_view kEnglishNames;    // that begin with a capital: "Monday", "Python"
extern const std::string_view kAlsoInCapitals;  // that mean something else so: "GET", "US", "PATH"

}  // namespace sotto::text
