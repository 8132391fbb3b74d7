// Values of flags that more than one verb takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "text/language.h"
#include "translate/translator.h"

namespace sotto::cli {

// The error names the flag.
Result<text::Language> language_flag(const std::string& flag, const std::string& code);

// "a, b" is {"a", "b"}; empty names are left out.
std::vector<std::string> split_list(const std::string& list);

// "f32" or "q8" (checked when the flags were parsed); empty: as stored.
std::optional<translate::WeightType> weights_flag(const std::string& name);

}  // namespace sotto::cli
