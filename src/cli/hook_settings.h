// The hooks of sotto in an agent's settings file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

// $CLAUDE_CONFIG_DIR/settings.json, else ~/.claude/settings.json.
std::filesystem::path default_settings();

// The events that `sotto hook` has something to say for, or to do. The error names one that is none
// of them.
Result<void> check_events(const std::vector<std::string>& events);

// Makes `command` the one hook of sotto's for each of these events, and takes sotto's away from the
// others; or (uninstall) from all. Everything else stays as it is and where it is. False: there was
// nothing to change. What the file was before sotto came is kept beside it; where uninstall gives
// these very settings again, it gives them byte for byte, and the backup goes. The error: it is no
// JSON object.
Result<bool> install_hooks(const std::filesystem::path& settings,
                           const std::vector<std::string>& events, const std::string& command);
Result<bool> uninstall_hooks(const std::filesystem::path& settings);

// <name>.sotto-backup, behind any link of the settings; empty: there is none.
std::filesystem::path settings_backup(const std::filesystem::path& settings);

}  // namespace sotto::cli
