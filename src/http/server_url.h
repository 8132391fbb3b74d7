// Addresses of servers, and texts in their URLs.
#pragma once

#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::http {

struct ServerUrl {
  std::string base;      // "http://127.0.0.1:11434/v1", without a slash at its end
  std::string host;      // "127.0.0.1", in lower case; of IPv6 without brackets
  std::string fragment;  // behind #
  bool is_secure = false;

  bool is_loopback() const;  // what goes there stays on this machine
};

// Parses a URL of http or https, in printable ASCII. The error: it is none, or has a user's name in
// it, which would be seen in logs.
Result<ServerUrl> parse_server_url(std::string_view text);

// For a query or a form: all but letters, digits and -._~ by their bytes (RFC 3986).
std::string percent_encoded(std::string_view text);

}  // namespace sotto::http
