#pragma once

#include <string_view>

namespace sotto::measure {

extern const std::string_view kNarration;

}  // namespace sotto::measure
