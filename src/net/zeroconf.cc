#include "net/zeroconf.h"

#include <unistd.h>

#include <array>
#include <utility>

#include "base/log.h"
#include "base/shared_library.h"
#include "base/utf8.h"

#ifdef SOTTO_AVAHI
#include <avahi-client/client.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/thread-watch.h>
#endif

namespace sotto::net {

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

namespace {

// Its libraries bring ten others along (D-Bus, systemd), which every hook would wait 2 ms for at
// its start: they are loaded where something is announced.
struct Avahi {
  static constexpr OptionalLibrary kLibrary{"libavahi-client", 3, "libavahi-client3"};
  explicit Avahi(SharedLibrary& library) {
    library.find("avahi_threaded_poll_new", threaded_poll_new);
    library.find("avahi_threaded_poll_free", threaded_poll_free);
    library.find("avahi_threaded_poll_get", threaded_poll_get);
    library.find("avahi_threaded_poll_start", threaded_poll_start);
    library.find("avahi_threaded_poll_stop", threaded_poll_stop);
    library.find("avahi_client_new", client_new);
    library.find("avahi_client_free", client_free);
    library.find("avahi_client_errno", client_errno);
    library.find("avahi_entry_group_new", entry_group_new);
    library.find("avahi_entry_group_reset", entry_group_reset);
    library.find("avahi_entry_group_is_empty", entry_group_is_empty);
    library.find("avahi_entry_group_add_service", entry_group_add_service);
    library.find("avahi_entry_group_commit", entry_group_commit);
    library.find("avahi_alternative_service_name", alternative_service_name);
    library.find("avahi_strerror", strerror);
    library.find("avahi_free", free);
  }

  decltype(&avahi_threaded_poll_new) threaded_poll_new;
  decltype(&avahi_threaded_poll_free) threaded_poll_free;
  decltype(&avahi_threaded_poll_get) threaded_poll_get;
  decltype(&avahi_threaded_poll_start) threaded_poll_start;
  decltype(&avahi_threaded_poll_stop) threaded_poll_stop;
  decltype(&avahi_client_new) client_new;
  decltype(&avahi_client_free) client_free;
  decltype(&avahi_client_errno) client_errno;
  decltype(&avahi_entry_group_new) entry_group_new;
  decltype(&avahi_entry_group_reset) entry_group_reset;
  decltype(&avahi_entry_group_is_empty) entry_group_is_empty;
  decltype(&avahi_entry_group_add_service) entry_group_add_service;
  decltype(&avahi_entry_group_commit) entry_group_commit;
  decltype(&avahi_alternative_service_name) alternative_service_name;
  decltype(&avahi_strerror) strerror;
  decltype(&avahi_free) free;
};

}  // namespace

// All but the first and last function run on avahi's thread.
struct Zeroconf::State {
  const Avahi& avahi;
  std::string name;
  const std::string type;
  const uint16_t port;
  AvahiThreadedPoll* poll = nullptr;
  AvahiClient* client = nullptr;
  AvahiEntryGroup* group = nullptr;

  State(const Avahi& a, std::string n, std::string t, uint16_t p)
      : avahi(a), name(std::move(n)), type(std::move(t)), port(p), poll(avahi.threaded_poll_new()) {
    if (poll == nullptr) return;
    connect();
    avahi.threaded_poll_start(poll);
  }
  ~State() {
    if (poll == nullptr) return;
    avahi.threaded_poll_stop(poll);
    if (client != nullptr) avahi.client_free(client);
    avahi.threaded_poll_free(poll);
  }

  void connect() {
    int error = 0;
    group = nullptr;
    client = avahi.client_new(avahi.threaded_poll_get(poll), AVAHI_CLIENT_NO_FAIL, client_changed,
                              this, &error);
    if (client == nullptr) failed(error);
  }

  void failed(int error) const {
    log::info("{} is not announced on the network: {}", type, avahi.strerror(error));
  }

  static void client_changed(AvahiClient* client, AvahiClientState state, void* self) {
    State& s = *static_cast<State*>(self);
    s.client = client;  // also before avahi_client_new has returned
    if (state == AVAHI_CLIENT_S_RUNNING) return s.publish();
    if (state == AVAHI_CLIENT_CONNECTING)
      return log::info("{} is announced as soon as avahi runs", s.type);
    if (state != AVAHI_CLIENT_FAILURE) {  // the host gets its name
      if (s.group != nullptr) s.avahi.entry_group_reset(s.group);
      return;
    }
    const int error = s.avahi.client_errno(client);
    if (error != AVAHI_ERR_DISCONNECTED) return s.failed(error);
    s.avahi.client_free(client);  // the daemon has ended: the next one is waited for
    s.connect();
  }

  static void group_changed(AvahiEntryGroup* group, AvahiEntryGroupState state, void* self) {
    State& s = *static_cast<State*>(self);
    s.group = group;
    if (state == AVAHI_ENTRY_GROUP_ESTABLISHED)
      return log::info("announced on the network as \"{}\" ({})", s.name, s.type);
    if (state == AVAHI_ENTRY_GROUP_FAILURE) return s.failed(s.avahi.client_errno(s.client));
    if (state != AVAHI_ENTRY_GROUP_COLLISION) return;
    s.take_another_name();
    s.publish();
  }

  void take_another_name() {
    char* other = avahi.alternative_service_name(name.c_str());
    if (other != nullptr) name = other;
    avahi.free(other);
  }

  void publish() {
    if (group == nullptr) group = avahi.entry_group_new(client, group_changed, this);
    if (group == nullptr) return failed(avahi.client_errno(client));
    if (avahi.entry_group_is_empty(group) == 0) return;  // it is announced
    for (;;) {
      const int error = avahi.entry_group_add_service(group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC,
                                                      {}, name.c_str(), type.c_str(), nullptr,
                                                      nullptr, port, nullptr);
      if (error < 0 && error != AVAHI_ERR_COLLISION) return failed(error);
      if (error >= 0) break;
      take_another_name();  // a service of this machine has it
      avahi.entry_group_reset(group);
    }
    if (const int error = avahi.entry_group_commit(group); error < 0) failed(error);
  }
};

Zeroconf::Zeroconf(std::string name, std::string type, uint16_t port) {
  if (const Avahi* avahi = load_library<Avahi>()) {
    state_ = std::make_unique<State>(*avahi, std::move(name), std::move(type), port);
  } else {
    log::info("{} is not announced on the network: {}", type, Avahi::kLibrary.missing());
  }
}

#else

struct Zeroconf::State {};

Zeroconf::Zeroconf(std::string, std::string type, uint16_t) {
  log::info("{} is not announced on the network: sotto was built without avahi", type);
}

#endif

Zeroconf::~Zeroconf() = default;

}  // namespace sotto::net
