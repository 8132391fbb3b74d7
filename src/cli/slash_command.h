// /sotto in an agent's session: off, on, stop and again for that session.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/error.h"

namespace sotto::cli {

// Beside the settings whose hooks are installed.
std::filesystem::path slash_command_file(const std::filesystem::path& settings);

// The file's content; `program`: the words of a shell that are `sotto hook`, with its flags.
std::string slash_command(const std::string& program);

// Does what the command says. `session`: its name; empty: that of the project in this folder. What
// to tell the user, or why not.
Result<std::string> run_slash_command(const std::filesystem::path& socket, const std::string& what,
                                      const std::string& session);

}  // namespace sotto::cli
