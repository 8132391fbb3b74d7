// A model behind chat completions that says in a sentence or two what a text says.
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "translate/remote/remote_kind.h"

namespace sotto::translate {

// Used by one thread at a time.
class ChatDigest {
 public:
  // "URL#MODEL", whose answers have at most `longest` bytes. Nothing is sent yet; where texts leave
  // this machine, a warning says so. The error: it is no such address, or a key is missing.
  static Result<std::shared_ptr<ChatDigest>> open(const std::string& url, size_t longest);

  const std::string& name() const { return connection_.server.name; }
  // Returns the model's own words. Errors are those of a translator's server (remote_kind.h).
  Result<std::string> digest(const std::string& text, const std::stop_token& stop);

 private:
  ChatDigest(Server server, long most_seconds, size_t longest)
      : connection_{.server = std::move(server), .client = {}, .most_seconds = most_seconds},
        longest_(longest) {}

  Connection connection_;
  const size_t longest_;
};

}  // namespace sotto::translate
