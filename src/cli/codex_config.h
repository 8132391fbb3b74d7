// sotto as the `notify` program in Codex' config.toml.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

// Writes one line in front of all others, which stay byte for byte; or takes it away, and with it a
// file that had nothing else. False: there was nothing to change. The error: the file is no TOML,
// or has a notify that is not sotto's; it stays as it is.
Result<bool> install_notify(const std::filesystem::path& file,
                            const std::vector<std::string>& words);
Result<bool> uninstall_notify(const std::filesystem::path& file);

}  // namespace sotto::cli
