// One request after another over HTTP, by libcurl: redirects are followed, nothing is retried here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "hub/endpoint.h"
#include "sotto/error.h"

namespace sotto::hub {

struct Answer {
  long status = 0;                             // of the last answer, after redirects
  std::map<std::string, std::string> headers;  // of it and of redirects before it; in lower case
  std::string body;                            // of get(); of an answer that is no success
};

// Used by one thread. Connections are kept open between requests.
class Http {
 public:
  // Says whether it goes on: a write that fails ends the transfer.
  using Sink = std::function<bool(std::span<const char> bytes)>;

  explicit Http(const Endpoint& endpoint);
  ~Http();

  const Endpoint& endpoint() const { return endpoint_; }

  // `path` begins with a slash, behind the endpoint's URL. The body is at most 16 MB long.
  Result<Answer> get(const std::string& path, const std::stop_token& stop);

  // The same from that byte on, in pieces as they come. A server that knows no ranges answers with
  // status 200 and the whole. The error io: no connection, or one that broke or fell silent.
  // `begin` hears of a success before its first byte, and says whether it goes on.
  Result<Answer> get(const std::string& path, uint64_t from,
                     const std::function<bool(const Answer&)>& begin, const Sink& sink,
                     const std::stop_token& stop);

 private:
  struct Transfer;
  Endpoint endpoint_;
  std::unique_ptr<void, void (*)(void*)> curl_;
};

}  // namespace sotto::hub
