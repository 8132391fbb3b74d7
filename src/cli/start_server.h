// A server that a hook, or an agent's tool, starts.
#pragma once

#include <filesystem>

#include "sotto/error.h"

namespace sotto::cli {

// Starts `sotto serve` for the socket alone, and waits until it listens, which may take a while.
// The error: it did not. It is not the agent's process any more: a session of its own, in /,
// without the agent's open files, and with what a login gives of the environment, so that keys and
// paths of one project do not stay in a server that serves all. No other threads may be there.
Result<void> start_server(const std::filesystem::path& socket);

// Standard input, output and error are nothing from now on: nobody who reads them waits for this
// process.
void close_standard_streams();

}  // namespace sotto::cli
