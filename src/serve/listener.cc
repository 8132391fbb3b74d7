#include "serve/listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>

#include "base/log.h"
#include "base/sockets.h"
#include "base/wait.h"
#include "serve/access.h"

namespace sotto::serve {
namespace {

constexpr int kMostTries = 16;  // for a port that is free in both families

Error failed(const std::string& what, const std::string& why) {
  return {Errc::io, fmt::format("{}: cannot listen: {}", what, why)};
}

Result<sockaddr_un> unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: the path of a socket has {} bytes, expected 1 to {}", path,
                             path.size(), sizeof address.sun_path - 1)};
  }
  path.copy(address.sun_path, path.size());
  return address;
}

bool answers(const sockaddr_un& address) {
  const int fd = open_socket(AF_UNIX, SOCK_STREAM);
  const bool connected =
      fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  if (fd >= 0) ::close(fd);
  return connected;
}

Result<int> listen_unix(const std::string& path) {
  const Result<sockaddr_un> address = unix_address(path);
  if (!address) return address.error();
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode)) return failed(path, "it exists and is no socket");
    if (answers(*address)) return failed(path, "another server listens there");
    ::unlink(path.c_str());
  }
  const int fd = open_socket(AF_UNIX, SOCK_STREAM, Waiting::never_blocks);
  const mode_t old = ::umask(0177);  // for its owner alone
  const bool bound =
      fd >= 0 && ::bind(fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0;
  ::umask(old);
  if (bound && ::listen(fd, 128) == 0) return fd;
  const Error error = failed(path, std::strerror(errno));
  if (fd >= 0) ::close(fd);
  return error;
}

// Whether this machine has the address ::1.
bool has_ipv6() {
  const int fd = open_socket(AF_INET6, SOCK_DGRAM);
  if (fd < 0) return false;
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  const bool bound = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return bound;
}

Result<int> listen_tcp(Address& address) {
  const std::string name = fmt::format("{}:{}", address.host, address.port);
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (const int code =
          ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found))
    return failed(name, ::gai_strerror(code));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  const int fd = open_socket(found->ai_family, SOCK_STREAM, Waiting::never_blocks);
  const int yes = 1;
  if (fd >= 0) ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (fd < 0 || ::bind(fd, found->ai_addr, found->ai_addrlen) != 0 || ::listen(fd, 512) != 0) {
    const Error error = failed(name, std::strerror(errno));
    if (fd >= 0) ::close(fd);
    return error;
  }
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size);
  address.port =
      ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                        : reinterpret_cast<sockaddr_in&>(bound).sin_port);
  return fd;
}

std::string peer_name(const sockaddr_storage& peer) {
  char text[INET6_ADDRSTRLEN] = "";
  if (peer.ss_family == AF_INET)
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(peer).sin_addr, text, sizeof text);
  if (peer.ss_family == AF_INET6) {
    const in6_addr& v6 = reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr;
    constexpr size_t kMapped = 12;  // bytes before an IPv4 address
    if (IN6_IS_ADDR_V4MAPPED(&v6)) {
      ::inet_ntop(AF_INET, v6.s6_addr + kMapped, text, sizeof text);
    } else {
      ::inet_ntop(AF_INET6, &v6, text, sizeof text);
    }
  }
  return *text != 0 ? text : "local";
}

}  // namespace

bool Address::is_local() const {
  if (is_unix() || host == "localhost" || host == "::1") return true;
  in_addr v4;
  return ::inet_pton(AF_INET, host.c_str(), &v4) == 1 && (ntohl(v4.s_addr) >> 24) == 127;
}

Result<Address> parse_address(const std::string& text) {
  if (text.starts_with("unix:")) return Address{text.substr(5), -1};
  std::string_view rest = text;
  if (rest.starts_with("tcp://")) rest.remove_prefix(6);
  const size_t colon = rest.rfind(':');
  std::string_view host = rest.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  int port = -1;
  if (colon != rest.npos) {
    const std::string_view digits = rest.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size()) port = -1;
  }
  if (host.empty() || port < 0 || port > 65535) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: is no address, expected HOST:PORT with a port of 0 to 65535, or "
                             "unix:PATH",
                             text)};
  }
  return Address{std::string(host), port};
}

struct Listener::Entry {
  Entry(int fd, std::string peer) : socket(fd, std::move(peer)) {}
  Socket socket;
  std::unique_ptr<Client> client;
  std::thread thread;
  bool leaves = false, done = false;  // under mutex_
};

Listener::Listener(int fd, Address address) : fd_(fd), address_(std::move(address)) {}

Result<std::unique_ptr<Listener>> Listener::open(const Address& wanted) {
  Address address = wanted;
  const Result<int> fd = address.is_unix() ? listen_unix(address.host) : listen_tcp(address);
  if (!fd) return fd.error();
  return std::unique_ptr<Listener>(new Listener(*fd, std::move(address)));
}

Result<std::vector<std::unique_ptr<Listener>>> Listener::open_all(const Address& wanted) {
  std::vector<std::unique_ptr<Listener>> all;
  if (wanted.host != "localhost" || wanted.is_unix()) {
    Result<std::unique_ptr<Listener>> one = open(wanted);
    if (!one) return one.error();
    all.push_back(*std::move(one));
    return all;
  }
  for (int tries = 1;; ++tries) {
    Result<std::unique_ptr<Listener>> v4 = open({"127.0.0.1", wanted.port});
    if (!v4) return v4.error();
    Result<std::unique_ptr<Listener>> v6 = has_ipv6() ? open({"::1", (*v4)->address().port})
                                                      : Result<std::unique_ptr<Listener>>(nullptr);
    if (v6) {
      all.push_back(*std::move(v4));
      if (*v6) all.push_back(*std::move(v6));
      return all;
    }
    // A port that was free for the one may be taken for the other.
    if (wanted.port != 0 || tries == kMostTries) return v6.error();
  }
}

Listener::~Listener() {
  ::close(fd_);
  if (address_.is_unix()) ::unlink(address_.host.c_str());
}

size_t Listener::clients() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void Listener::run(const ClientMaker& make, size_t most, const std::string& refusal,
                   std::chrono::milliseconds grace, const std::stop_token& stop) {
  while (wait_for(fd_, POLLIN, stop) == Wake::ready) {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    const int fd = accept_client(fd_, reinterpret_cast<sockaddr*>(&peer), &size);
    reap();
    if (fd < 0) {  // no descriptor left, above all: those that are served will give some back
      if (errno != EAGAIN && errno != ECONNABORTED)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    const std::string name = peer_name(peer);
    if (allowed_ && !allowed_(name)) {
      log::debug("{}: is not let in", name);
      ::close(fd);
      continue;
    }
    if (clients() >= most && !make_room()) {
      [[maybe_unused]] const ssize_t n =
          ::send(fd, refusal.data(), refusal.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      ::close(fd);
      continue;
    }
    const int yes = 1;  // a piece of sound goes out when it is made
    if (!address_.is_unix()) ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    start(fd, name, make);
  }
  end_all(grace);
}

void Listener::start(int fd, std::string peer, const ClientMaker& make) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_.emplace_back(fd, std::move(peer));
  try {
    entry.client = make(entry.socket);
    entry.thread = std::thread([this, &entry] {
      try {
        entry.client->serve();
      } catch (const std::exception& error) {  // memory ran out, or a bug: this client's, not all's
        log::error("a request ended in an error: {}", error.what());
      }
      entry.socket.hang_up();
      const std::lock_guard done_lock(mutex_);
      entry.done = true;
      left_.notify_all();
    });
  } catch (const std::system_error& error) {
    log::warn("a client was turned away: {}", error.what());
    entries_.pop_back();
  }
}

void Listener::reap() {
  std::list<Entry> done;
  {
    const std::lock_guard lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end();) {
      const auto next = std::next(it);
      if (it->done) done.splice(done.end(), entries_, it);
      it = next;
    }
  }
  for (Entry& entry : done) entry.thread.join();
}

bool Listener::make_room() {
  constexpr std::chrono::milliseconds kPatience{200};  // until a thread that waited has ended
  {
    std::unique_lock lock(mutex_);
    struct Idle {
      int clients = 0;
      Entry* longest = nullptr;
      Clock::time_point since;
    };
    std::map<std::string, Idle> idle;  // by address
    for (Entry& entry : entries_) {
      const auto since = entry.leaves ? std::nullopt : entry.client->idle_since();
      if (!since) continue;
      Idle& of_address = idle[network_of(entry.socket.peer())];
      ++of_address.clients;
      if (of_address.longest != nullptr && of_address.since <= *since) continue;
      of_address.longest = &entry;
      of_address.since = *since;
    }
    const auto most = std::ranges::max_element(
        idle, {}, [](const auto& address) { return address.second.clients; });
    if (most == idle.end()) return false;
    Entry& leaving = *most->second.longest;
    leaving.leaves = true;
    leaving.socket.stop_reading();  // what it has asked meanwhile is still answered
    if (!left_.wait_for(lock, kPatience, [&] { return leaving.done; })) return false;
  }
  reap();
  return true;
}

void Listener::end_all(std::chrono::milliseconds grace) {
  {
    std::unique_lock lock(mutex_);
    for (Entry& entry : entries_) entry.client->close_soon();
    const auto all_done = [&] {
      return std::all_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.done; });
    };
    if (!left_.wait_for(lock, grace, all_done)) {
      for (Entry& entry : entries_) entry.socket.hang_up();
      left_.wait(lock, all_done);
    }
  }
  reap();
}

}  // namespace sotto::serve
