// Says in a few words what an agent's tool is about to do.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sotto::speaker {

// "run the unit tests", "edit `cache.cc`": Markdown that begins with a verb in small letters and
// has no full stop. The tool's own description, where it has one; else made of what it works on.
// `input` is from outside: what is long or has several lines is left out.
std::string tool_phrase(std::string_view tool, const nlohmann::json& input);

}  // namespace sotto::speaker
