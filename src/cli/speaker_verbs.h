// Orders to a running server's speaker.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "sotto/error.h"

namespace sotto::cli {

// POST /v1/<what>. The error: no server is there (`not_found`), or it refused, and why.
Result<void> tell_speaker(const std::filesystem::path& socket, const char* what,
                          const nlohmann::json& fields);

}  // namespace sotto::cli
