// A client of the server of this user, over its Unix socket.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "sotto/error.h"

namespace sotto::net {

// The socket of this user's server and its clients: $XDG_RUNTIME_DIR/sotto.sock, else in the cache
// folder.
std::filesystem::path default_socket();

// With a server that is there.
constexpr std::chrono::milliseconds kServerPatience{2000};

struct LocalAnswer {
  int status;
  std::string body;
};

// Asks, with a body of JSON or (empty) without. `not_found`: no server listens there.
Result<LocalAnswer> ask_server(const std::filesystem::path& socket, const std::string& path,
                               const std::string& json, std::chrono::milliseconds patience);

// Why a server refused, out of its answer.
std::string refusal_of(const LocalAnswer& answer);

}  // namespace sotto::net
