// Events of the Wyoming protocol out of bytes: a line of JSON, then as many bytes of JSON
// (data_length) and of payload (payload_length) as it says.
// Source: the PyPI package wyoming 1.10 (event.py).
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::serve {

// The payload is passed over: no event that a client of speech sends has one.
struct WyomingEvent {
  std::string type;
  nlohmann::json data = nlohmann::json::object();  // at most 64 levels deep
};

class WyomingReader {
 public:
  void push(std::string_view bytes) { buffer_ += bytes; }

  // None: more bytes are needed. After an error nothing more can be read: the other side speaks
  // something else.
  Result<std::optional<WyomingEvent>> next();

 private:
  // A line that was read, whose parts are perhaps still to come.
  struct Head {
    WyomingEvent event;
    size_t data_bytes, payload_bytes;
  };
  Result<Head> parse_head(std::string_view line);

  std::string buffer_;
  std::optional<Head> head_;
};

}  // namespace sotto::serve
