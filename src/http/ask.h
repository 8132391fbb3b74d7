// A request that somebody waits for: it is made again, but not for long.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "http/client.h"

namespace sotto::http {

// When a request that failed is made again: wherever that may help, or only where the server cannot
// have done what it was asked for (nothing reached it), or says so (429, 503).
enum class Again { freely, unused };

// A success. The error names the address, the status and what the server says of it.
Result<Answer> ask(Client& client, const Request& request, const std::stop_token& stop,
                   Again again = Again::freely);

// The same with its body in pieces as they come: `sink` says whether it goes on.
Result<Answer> ask(Client& client, const Request& request, const Client::Sink& sink,
                   const std::stop_token& stop, Again again);

// A server's own words on its failure, on one line of at most 200 bytes, behind ": "; or nothing.
std::string complaint(std::string_view body);

}  // namespace sotto::http
