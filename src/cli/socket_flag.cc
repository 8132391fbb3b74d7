#include "cli/socket_flag.h"

#include <CLI/CLI.hpp>

#include "net/local_client.h"

namespace sotto::cli {

void add_socket_flag(CLI::App& app, std::string& socket) {
  app.add_option("--socket", socket, "The socket of the server; auto: in the runtime folder")
      ->capture_default_str();
}

std::filesystem::path socket_flag(const std::string& socket) {
  return socket == "auto" ? net::default_socket() : std::filesystem::path(socket);
}

}  // namespace sotto::cli
