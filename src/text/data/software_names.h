// Names of software that coding agents write without backticks.
#pragma once

#include <string_view>

namespace sotto::text {

// Separated by white space. In small letters; they are nothing else: "pydantic", "scikit-learn".
extern const std::string_view kSoftwareNames;

// As they are spelled, because they are words otherwise ("Slack", "CRUD"), or networks know them
// otherwise ("json", not JSON).
extern const std::string_view kSoftwareWords;

}  // namespace sotto::text
