// What is said where something was left out. In English: the translator makes it the listener's.
#pragma once

#include <string_view>

namespace sotto::text {

inline constexpr std::string_view kCodeNote = "Code omitted.";
inline constexpr std::string_view kTableNote = "Table omitted.";

}  // namespace sotto::text
