// Shared by the streams of Claude Code and Cursor.
#pragma once

#include "agent/formats/format.h"

namespace sotto::agent {

// The end of a run: its text again, or why it failed.
void read_claude_result(const nlohmann::json& line, StreamEvents& events);

}  // namespace sotto::agent
