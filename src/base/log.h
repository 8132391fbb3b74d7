// The program's log: one spdlog logger on standard error. Results belong to standard output.
// Only cli/ sets the level; library code logs what a user may want to know about a run.
#pragma once

#include <spdlog/spdlog.h>

namespace sotto::log {

using spdlog::debug;
using spdlog::error;
using spdlog::info;
using spdlog::warn;

// Sends the log to standard error as `sotto: <level>: <text>`. Call once, from main.
void to_stderr(spdlog::level::level_enum level);

}  // namespace sotto::log
