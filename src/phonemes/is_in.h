#pragma once

#include <string_view>

namespace sotto::phonemes {

inline bool is_in(char32_t c, std::u32string_view set) { return set.find(c) != set.npos; }

}  // namespace sotto::phonemes
