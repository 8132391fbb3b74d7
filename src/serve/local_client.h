// A client of the server of this user, over its Unix socket.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "sotto/error.h"

namespace sotto::serve {

// Where a server and its clients of this user meet: $XDG_RUNTIME_DIR/sotto.sock, else in the cache
// folder.
std::filesystem::path default_socket();

struct LocalAnswer {
  int status;
  std::string body;
};

// Posts JSON. `not_found`: no server listens there.
Result<LocalAnswer> post_to_server(const std::filesystem::path& socket, const std::string& path,
                                   const std::string& json, std::chrono::milliseconds patience);

}  // namespace sotto::serve
