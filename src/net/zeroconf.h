// A service that is announced on the local network (DNS-SD, RFC 6763), by the avahi of this
// machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace sotto::net {

// For as long as it lives, also where the daemon comes later or starts anew. Where another service
// has that name, it gets a number behind it. What goes wrong stands in the log: nobody needs it.
// Its work is done on a thread of its own.
class Zeroconf {
 public:
  // `type`: "_wyoming._tcp".
  Zeroconf(std::string name, std::string type, uint16_t port);
  ~Zeroconf();

 private:
  struct State;
  std::unique_ptr<State> state_;  // null: there is no avahi here, or was none when sotto was built
};

// "sotto on HOST", as much of it as fits into a name (63 bytes).
std::string zeroconf_name();

}  // namespace sotto::net
