// Addresses by their networks: "192.168.0.0/16", "fd00::/8", or one address.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::net {

class Networks {
 public:
  static Result<Networks> parse(const std::vector<std::string>& names);

  bool empty() const { return networks_.empty(); }
  bool have(const std::string& address) const;  // of IPv4 or IPv6

 private:
  using Bytes = std::array<uint8_t, 16>;  // IPv4 as IPv6 maps it (RFC 4291, section 2.5.5.2)
  struct Network {
    Bytes address;
    int bits;  // that are the same, of 128
  };
  static bool parse_address(const std::string& text, Bytes& bytes, bool& is_v4);

  std::vector<Network> networks_;
};

}  // namespace sotto::net
