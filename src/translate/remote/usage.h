// Usage of other people's translators, as their bills count it. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace sotto::translate {

struct RemoteUsage {
  uint64_t requests = 0;
  uint64_t characters = 0;                 // sent; as charged, where the server says
  uint64_t tokens_in = 0, tokens_out = 0;  // where the server says

  RemoteUsage& operator+=(const RemoteUsage& other);
  std::string words() const;  // "12 requests, 840 characters"
};

// The usage of this process, all servers together.
RemoteUsage remote_usage();
void count_remote(const RemoteUsage& more);

}  // namespace sotto::translate
