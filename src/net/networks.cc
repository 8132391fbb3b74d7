#include "net/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <optional>

namespace sotto::net {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

constexpr unsigned short kBits = 128, kBitsBeforeV4 = 96;

std::optional<ip::address_v6> ip_address(const std::string& text) {
  error_code error;
  const ip::address address = ip::make_address(text, error);
  if (error) return std::nullopt;
  return address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()) : address.to_v6();
}

std::optional<ip::network_v6> ip_network(const std::string& name) {
  if (name.find('/') == name.npos) {
    const auto address = ip_address(name);
    return address ? std::optional(ip::network_v6(*address, kBits)) : std::nullopt;
  }
  error_code error;
  const ip::network_v4 v4 = ip::make_network_v4(name, error);
  if (!error) {
    return ip::network_v6(ip::make_address_v6(ip::v4_mapped, v4.address()),
                          static_cast<unsigned short>(kBitsBeforeV4 + v4.prefix_length()));
  }
  const ip::network_v6 v6 = ip::make_network_v6(name, error);
  return error ? std::nullopt : std::optional(v6);
}

}  // namespace

Result<Networks> Networks::parse(const std::vector<std::string>& names) {
  Networks networks;
  for (const std::string& name : names) {
    const auto network = ip_network(name);
    if (!network) {
      return Error{Errc::bad_argument,
                   fmt::format("{}: is no network, expected an address or one with the number of "
                               "its bits, such as 192.168.0.0/16",
                               name)};
    }
    networks.networks_.push_back(network->canonical());
  }
  return networks;
}

bool Networks::have(const std::string& address) const {
  const auto wanted = ip_address(address);
  return wanted && std::ranges::any_of(networks_, [&](const ip::network_v6& network) {
           return ip::network_v6(*wanted, network.prefix_length()).canonical() == network;
         });
}

}  // namespace sotto::net
