// Questions to the user in a call of a tool: the moment at which a listener must come back.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sotto::agent {

// The questions with their options, or the first lines of the plan that is to be approved, as
// Markdown; empty where the tool asks nothing. `input` is from outside.
std::string question_in(std::string_view tool, const nlohmann::json& input);

}  // namespace sotto::agent
