// One request after another over HTTP, by libcurl: nothing is retried here (retry.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::http {

struct Request {
  std::string url;
  std::optional<std::string> body = {};   // with one it is a POST
  std::vector<std::string> headers = {};  // "Name: value", besides those that every request has
  std::string token = {};   // in "Authorization: Bearer", for the URL's host alone; empty: none
  uint64_t from = 0;        // the first byte that is wanted
  long most_redirects = 0;  // from https to https only
  long connect_seconds = 10;
  long silent_seconds = 30;  // without a byte
  long most_seconds = 0;     // in all; 0: any
  bool direct = false;       // past any proxy of the environment
};

struct Answer {
  long status = 0;                             // of the last answer, after redirects
  std::map<std::string, std::string> headers;  // of it and of redirects before it; in lower case
  std::string body;                            // where no sink took it
};

inline bool is_success(const Answer& answer) {
  return answer.status == 200 || answer.status == 206;
}

// Used by one thread. Connections are kept open between requests.
class Client {
 public:
  // Says whether it goes on: false ends the transfer.
  using Sink = std::function<bool(std::span<const char> bytes)>;

  Client();
  ~Client();

  // The whole answer, of at most 16 MB. The error io: no connection, or one that broke or fell
  // silent; unsupported: asking again does not help (an unknown protocol, no URL, redirects in a
  // circle, a certificate); cancelled: `stop`.
  Result<Answer> send(const Request& request, const std::stop_token& stop);

  // A success in pieces as they come. `begin` hears of it before its first byte, and says whether
  // it goes on. A server that knows no ranges answers with status 200 and the whole.
  Result<Answer> send(const Request& request, const std::function<bool(const Answer&)>& begin,
                      const Sink& sink, const std::stop_token& stop);

  // Whether anything of the last request can have reached a server.
  bool has_sent() const { return has_sent_; }

 private:
  struct Transfer;
  bool has_sent_ = false;
  std::unique_ptr<void, void (*)(void*)> handle_;  // libcurl's; none: it is not there
};

}  // namespace sotto::http
