// A request that somebody waits for: it is asked again, but not for long.
#pragma once

#include <stop_token>
#include <string>

#include "http/client.h"

namespace sotto::speech {

// The body of a success. The error names the host, its status and what it says.
Result<std::string> ask_cloud(http::Client& client, const http::Request& request,
                              const std::stop_token& stop);

}  // namespace sotto::speech
