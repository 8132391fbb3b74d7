// A file over HTTP, by as many requests as it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "hub/http.h"
#include "sotto/error.h"

namespace sotto::hub {

// Takes the bytes of a download.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual uint64_t bytes() const = 0;  // that came so far
  virtual Result<void> restart() = 0;  // they come from the first one on again
  virtual Result<void> append(std::span<const char> bytes) = 0;
};

struct Download {
  std::string path;               // behind the endpoint's URL
  std::string name;               // for messages
  std::optional<uint64_t> bytes;  // of all of it, where that is known
};

// Goes on behind the bytes that the receiver has, and again where the connection breaks. The
// answer: a success when all came, else what the server refuses it with. The error: the receiver's,
// or there is no way to have it.
Result<Answer> receive(Http& http, const Download& wanted, Receiver& receiver,
                       const std::stop_token& stop);

}  // namespace sotto::hub
