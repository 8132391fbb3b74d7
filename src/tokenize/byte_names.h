// The characters that byte-level tokenizers write bytes as (Radford et al. 2019): those that can be
// seen stand for themselves, the others for characters from U+0100 on.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace sotto::tokenize {

const std::array<std::string, 256>& byte_names();

// Back: what is no such character stays as it is.
std::string bytes_of_names(std::string_view names);

}  // namespace sotto::tokenize
