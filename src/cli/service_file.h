// A service of the user that runs `sotto serve` from his login on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

// The service's file on this platform: $XDG_CONFIG_HOME/systemd/user/sotto.service, or (macOS)
// ~/Library/LaunchAgents/sotto.plist.
std::filesystem::path service_file();

// Its content, so that it runs this command; the first word is an absolute path.
std::string service(const std::vector<std::string>& command);
std::string systemd_unit(const std::vector<std::string>& command);
std::string launchd_agent(const std::vector<std::string>& command);

// Shell commands with which the user starts the service, and ends it after its file was removed.
std::string how_to_enable(const std::filesystem::path& file);
std::string how_to_end();

// The links by which it was enabled, which lead nowhere without its file.
void remove_service_links();

// The flags of `sotto serve`, checked. The error says which one is wrong.
Result<void> check_serve_flags(std::vector<std::string> flags);

}  // namespace sotto::cli
