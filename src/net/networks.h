// Addresses by their networks: "192.168.0.0/16", "fd00::/8", or one address.
#pragma once

#include <boost/asio/ip/network_v6.hpp>
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
  std::vector<boost::asio::ip::network_v6> networks_;  // IPv4 as IPv6 maps it
};

}  // namespace sotto::net
