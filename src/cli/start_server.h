// A server that a hook starts.
#pragma once

#include <filesystem>

namespace sotto::cli {

// In a child process: nobody's terminal and nobody's input or output any more.
void become_detached();

// In a child process, which it becomes: `sotto serve` for the socket alone. It is not the agent's
// process any more: a session of its own, in /, without the agent's open files, and with what a
// login gives of the environment, so that keys and paths of one project do not stay in a server
// that serves all. Returns where it cannot be started.
void become_server(const std::filesystem::path& socket);

}  // namespace sotto::cli
