// The hooks of sotto in an agent's settings file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

// How an event's hooks stand in the file: in groups of hooks (Claude Code, Gemini CLI), or one after
// the other, in a file with a version (Cursor).
enum class HookLayout { grouped, flat };

// Makes `command` the one hook of sotto's for each of these events, and takes sotto's away from the
// others; or (uninstall) from all. Everything else stays as it is and where it is. False: there was
// nothing to change. What the file was before sotto came is kept beside it; where uninstall gives
// these very settings again, it gives them byte for byte, and the backup goes, as does a file that
// was not there before. The error: it is no JSON object.
Result<bool> install_hooks(const std::filesystem::path& settings,
                           const std::vector<std::string>& events, const std::string& command,
                           HookLayout layout);
Result<bool> uninstall_hooks(const std::filesystem::path& settings);

// <name>.sotto-backup, behind any link of the settings; empty: there is none.
std::filesystem::path settings_backup(const std::filesystem::path& settings);

}  // namespace sotto::cli
