// Requests to a hub, and whose they are.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "http/client.h"
#include "hub/endpoint.h"

namespace sotto::hub {

using http::Answer;

// Used by one thread. Paths begin with a slash, behind the endpoint's URL.
class Http {
 public:
  explicit Http(const Endpoint& endpoint) : endpoint_(endpoint) {}

  const Endpoint& endpoint() const { return endpoint_; }

  Result<Answer> get(const std::string& path, const std::stop_token& stop) {
    return client_.send(request(path), stop);
  }

  // From that byte on, in pieces as they come.
  Result<Answer> get(const std::string& path, uint64_t from,
                     const std::function<bool(const Answer&)>& begin,
                     const http::Client::Sink& sink, const std::stop_token& stop) {
    http::Request wanted = request(path);
    wanted.from = from;
    return client_.send(wanted, begin, sink, stop);
  }

 private:
  http::Request request(const std::string& path) const {
    constexpr long kMostRedirects = 8;
    return {
        .url = endpoint_.url + path, .token = endpoint_.token, .most_redirects = kMostRedirects};
  }

  Endpoint endpoint_;
  http::Client client_;
};

}  // namespace sotto::hub
