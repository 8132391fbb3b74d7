#include "net/networks.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace sotto::net {
namespace {

constexpr int kBits = 128, kBitsBeforeV4 = 96;

}  // namespace

bool Networks::parse_address(const std::string& text, Bytes& bytes, bool& is_v4) {
  bytes.fill(0);
  is_v4 = ::inet_pton(AF_INET, text.c_str(), &bytes[kBitsBeforeV4 / 8]) == 1;
  if (is_v4) bytes[10] = bytes[11] = 0xff;
  return is_v4 || ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

Result<Networks> Networks::parse(const std::vector<std::string>& names) {
  Networks networks;
  for (const std::string& name : names) {
    const size_t slash = std::min(name.find('/'), name.size());
    Network network;
    bool is_v4 = false, is_right = parse_address(name.substr(0, slash), network.address, is_v4);
    const int most = is_v4 ? kBits - kBitsBeforeV4 : kBits;
    int bits = most;
    if (slash < name.size()) {
      const char* end = name.data() + name.size();
      const auto [last, error] = std::from_chars(name.data() + slash + 1, end, bits);
      is_right = is_right && error == std::errc() && last == end && bits >= 0 && bits <= most;
    }
    if (!is_right) {
      return Error{Errc::bad_argument,
                   fmt::format("{}: is no network, expected an address or one with the number of "
                               "its bits, such as 192.168.0.0/16",
                               name)};
    }
    network.bits = kBits - most + bits;
    networks.networks_.push_back(network);
  }
  return networks;
}

bool Networks::have(const std::string& address) const {
  Bytes bytes;
  bool is_v4 = false;
  if (!parse_address(address, bytes, is_v4)) return false;
  return std::ranges::any_of(networks_, [&](const Network& network) {
    for (int bit = 0; bit < network.bits; ++bit) {
      const int mask = 0x80 >> (bit % 8);
      if ((bytes[bit / 8] & mask) != (network.address[bit / 8] & mask)) return false;
    }
    return true;
  });
}

}  // namespace sotto::net
