// English words in katakana as the words of a table are: a joint n-gram of letters and sounds
// (Bisani and Ney 2008), counted in the readings that are known.
#pragma once

#include <string>
#include <string_view>

namespace sotto::text {

// Lower-case letters only; anything else gives nothing. Any thread may call it; the first call
// counts, which takes some 40 ms.
std::string english_katakana(std::string_view word);

}  // namespace sotto::text
