// Which special tokens follow the pieces of a model, and in which order.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

inline constexpr std::string_view kMask = "<mask>";

// The names of the ids from `first_id` on: the languages, then <mask>; an id without a name is an
// empty string. Read from special_tokens_map.json or tokenizer.json in `folder` (untrusted); when
// neither is there, NLLB's own 202 languages.
Result<std::vector<std::string>> read_special_tokens(const std::filesystem::path& folder,
                                                     int first_id);

}  // namespace sotto::tokenize
