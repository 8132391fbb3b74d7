#include "serve/zeroconf.h"

#include <unistd.h>

#include <array>
#include <utility>

#include "base/log.h"
#include "base/utf8.h"

#ifdef SOTTO_AVAHI
#include <avahi-client/client.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/thread-watch.h>
#endif

namespace sotto::serve {

std::string zeroconf_name() {
  constexpr size_t kLongestName = 63;  // bytes, of a label (RFC 1035, 2.3.4)
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::string name = host[0] == '\0' ? "sotto" : std::string("sotto on ") + host.data();
  if (name.size() > kLongestName) name.resize(kLongestName);
  name.resize(name.size() - unfinished_tail(name));
  size_t replaced = 0;
  return to_valid_utf8(name, replaced);
}

#ifdef SOTTO_AVAHI

// All but the first and last function run on avahi's thread.
struct Zeroconf::State {
  std::string name;
  const std::string type;
  const uint16_t port;
  AvahiThreadedPoll* poll = nullptr;
  AvahiClient* client = nullptr;
  AvahiEntryGroup* group = nullptr;

  State(std::string n, std::string t, uint16_t p)
      : name(std::move(n)), type(std::move(t)), port(p), poll(avahi_threaded_poll_new()) {
    if (poll == nullptr) return;
    connect();
    avahi_threaded_poll_start(poll);
  }
  ~State() {
    if (poll == nullptr) return;
    avahi_threaded_poll_stop(poll);
    if (client != nullptr) avahi_client_free(client);
    avahi_threaded_poll_free(poll);
  }

  void connect() {
    int error = 0;
    group = nullptr;
    client = avahi_client_new(avahi_threaded_poll_get(poll), AVAHI_CLIENT_NO_FAIL, client_changed,
                              this, &error);
    if (client == nullptr) failed(error);
  }

  void failed(int error) const {
    log::info("{} is not announced on the network: {}", type, avahi_strerror(error));
  }

  static void client_changed(AvahiClient* client, AvahiClientState state, void* self) {
    State& s = *static_cast<State*>(self);
    s.client = client;  // also before avahi_client_new has returned
    if (state == AVAHI_CLIENT_S_RUNNING) return s.publish();
    if (state == AVAHI_CLIENT_CONNECTING)
      return log::info("{} is announced as soon as avahi runs", s.type);
    if (state != AVAHI_CLIENT_FAILURE) {  // the host gets its name
      if (s.group != nullptr) avahi_entry_group_reset(s.group);
      return;
    }
    const int error = avahi_client_errno(client);
    if (error != AVAHI_ERR_DISCONNECTED) return s.failed(error);
    avahi_client_free(client);  // the daemon has ended: the next one is waited for
    s.connect();
  }

  static void group_changed(AvahiEntryGroup* group, AvahiEntryGroupState state, void* self) {
    State& s = *static_cast<State*>(self);
    s.group = group;
    if (state == AVAHI_ENTRY_GROUP_ESTABLISHED)
      return log::info("announced on the network as \"{}\" ({})", s.name, s.type);
    if (state == AVAHI_ENTRY_GROUP_FAILURE) return s.failed(avahi_client_errno(s.client));
    if (state != AVAHI_ENTRY_GROUP_COLLISION) return;
    s.take_another_name();
    s.publish();
  }

  void take_another_name() {
    char* other = avahi_alternative_service_name(name.c_str());
    if (other != nullptr) name = other;
    avahi_free(other);
  }

  void publish() {
    if (group == nullptr) group = avahi_entry_group_new(client, group_changed, this);
    if (group == nullptr) return failed(avahi_client_errno(client));
    if (avahi_entry_group_is_empty(group) == 0) return;  // it is announced
    for (;;) {
      const int error = avahi_entry_group_add_service(group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC,
                                                      {}, name.c_str(), type.c_str(), nullptr,
                                                      nullptr, port, nullptr);
      if (error < 0 && error != AVAHI_ERR_COLLISION) return failed(error);
      if (error >= 0) break;
      take_another_name();  // a service of this machine has it
      avahi_entry_group_reset(group);
    }
    if (const int error = avahi_entry_group_commit(group); error < 0) failed(error);
  }
};

Zeroconf::Zeroconf(std::string name, std::string type, uint16_t port)
    : state_(new State(std::move(name), std::move(type), port)) {}

#else

struct Zeroconf::State {};

Zeroconf::Zeroconf(std::string, std::string type, uint16_t) {
  log::info("{} is not announced on the network: sotto was built without avahi", type);
}

#endif

Zeroconf::~Zeroconf() = default;

}  // namespace sotto::serve
