// The server that a verb asks.
#pragma once

#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace sotto::cli {

// --socket, of verbs that ask a server; "auto" is the one in the runtime folder.
void add_socket_flag(CLI::App& app, std::string& socket);
std::filesystem::path socket_flag(const std::string& socket);

}  // namespace sotto::cli
