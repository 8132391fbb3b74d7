// The server: where it listens, and how it ends.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "net/http.h"
#include "net/listener.h"
#include "net/networks.h"
#include "serve/service.h"

namespace sotto::serve {

struct ServerOptions {
  std::optional<net::Address> http;
  std::optional<net::Address> wyoming;
  net::Networks wyoming_allow;         // who may come to it, beside this machine
  std::string wyoming_name;            // by which it is announced to others; empty: it is not
  std::optional<net::Address> socket;  // HTTP for programs of this user
  net::HttpLimits limits;
  size_t connections = 256;                // at once
  std::chrono::milliseconds grace{30000};  // to finish what was begun
};

// Serves until `stop` is set, then lets requests finish. `listening` is told each address,
// with its port, as soon as clients may come. An address beyond this machine
// needs keys; Wyoming knows none, and needs networks that may come.
Result<void> serve(const ServerOptions& options, Service& service,
                   const std::function<void(const std::string& url)>& listening,
                   const std::stop_token& stop);

}  // namespace sotto::serve
