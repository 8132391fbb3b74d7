#include "net/listener.h"

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
#include <exception>
#include <map>
#include <utility>

#include "base/failure.h"
#include "base/file_lock.h"
#include "base/log.h"
#include "base/sockets.h"
#include "base/wait.h"
#include "net/access.h"
#include "net/when_readable.h"

namespace sotto::net {
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

// Held while somebody looks whether a socket's path is free and takes it, or gives it back: two
// servers that start at once would each remove the other's new socket.
std::string lock_of(const std::string& path) { return path + ".lock"; }

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
  const FileLock lock(lock_of(path));
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

// A piece of sound goes out when it is made; and the kernel holds some seconds of it for a client
// that does not read, not the minute that it would find room for.
void set_for_sound(int fd) {
  const int yes = 1, bytes = 128 << 10;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
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
  return *text != 0 ? text : peer.ss_family == AF_UNIX ? "local" : "unknown";
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
  Entry(int fd, std::string peer, Socket::Reach reach) : socket(fd, std::move(peer), reach) {}
  Socket socket;
  std::thread thread;
  std::unique_ptr<Client> client;  // the next ones: under mutex_
  bool has_begun = false, leaves = false;
  bool thread_done = false, done = false;  // done: the client is gone
};

Listener::Listener(int fd, Address address) : fd_(fd), address_(std::move(address)) {
  struct stat status;
  if (address_.is_unix() && ::lstat(address_.host.c_str(), &status) == 0)
    file_ = {status.st_dev, status.st_ino};
}

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

Listener::~Listener() { close(); }

// Another server may have its socket there by now.
void Listener::close() {
  if (fd_ < 0) return;
  struct stat status;
  if (address_.is_unix()) {
    const FileLock lock(lock_of(address_.host));
    const bool is_there = ::lstat(address_.host.c_str(), &status) == 0;
    if (is_there && file_ == std::pair{status.st_dev, status.st_ino})
      ::unlink(address_.host.c_str());
  }
  ::close(std::exchange(fd_, -1));
}

size_t Listener::clients() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void Listener::run(const ClientMaker& make, size_t most, const std::string& refusal,
                   std::chrono::milliseconds grace, IoThread& io, const std::stop_token& stop) {
  io_ = &io;
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
    if (!address_.is_unix()) set_for_sound(fd);
    const bool has_room = clients() < most || make_room();
    if (!has_room || !start(fd, name, make)) {
      [[maybe_unused]] const ssize_t n =
          ::send(fd, refusal.data(), refusal.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      ::close(fd);
    }
  }
  if (address_.is_unix()) close();  // a server that starts meanwhile takes the path over
  end_all(grace);
}

// False: memory or threads ran out, and the descriptor is still the caller's.
bool Listener::start(int fd, const std::string& peer, const ClientMaker& make) {
  std::shared_ptr<void> stay;
  Entry* entry = nullptr;
  try {
    const auto reach = address_.is_unix() ? Socket::Reach::owner : Socket::Reach::address;
    {
      const std::lock_guard lock(mutex_);
      entry = &entries_.emplace_back(fd, peer, reach);
    }
    stay = std::shared_ptr<void>(entry, [this](Entry* left) {
      if (left->has_begun) leave(*left);
    });
    entry->socket.set_stay(stay);
    entry->client = make(entry->socket);
    entry->has_begun = true;
    entry->thread = std::thread([this, entry, stay]() mutable { serve(*entry, std::move(stay)); });
    return true;
  } catch (...) {
    log::warn("a client was turned away: {}", error_of(std::current_exception()).message);
    if (entry == nullptr) return false;
    entry->has_begun = false;
    stay.reset();
    entry->client.reset();
    entry->socket.release();
    const std::lock_guard lock(mutex_);
    entries_.pop_back();
    return false;
  }
}

void Listener::serve(Entry& entry, std::shared_ptr<void> stay) {
  std::optional<Clock::time_point> waits_until;
  try {
    waits_until = entry.client->serve();
  } catch (...) {  // memory ran out, or a bug: this client's, not all's
    log::error("a request ended in an error: {}", error_of(std::current_exception()).message);
    entry.socket.hang_up();
  }
  {
    const std::lock_guard lock(mutex_);
    entry.thread_done = true;
  }
  if (waits_until) return wait_for_more(entry, *waits_until, std::move(stay));
  stay.reset();  // nothing is touched behind it
}

void Listener::wait_for_more(Entry& entry, Clock::time_point until,
                             std::shared_ptr<void> stay) noexcept {
  try {
    when_readable(*io_, entry.socket, until, [this, &entry, stay] { serve_again(entry, stay); });
  } catch (...) {
    log::warn("a client that waited was hung up on: {}",
              error_of(std::current_exception()).message);
  }
}

// On the io thread.
void Listener::serve_again(Entry& entry, std::shared_ptr<void> stay) noexcept {
  std::thread before;
  {
    const std::lock_guard lock(mutex_);
    before = std::move(entry.thread);
  }
  if (before.joinable()) before.join();  // it ends behind wait_for_more()
  try {
    const std::lock_guard lock(mutex_);
    entry.thread = std::thread([this, &entry, stay]() mutable { serve(entry, std::move(stay)); });
    entry.thread_done = false;
  } catch (...) {
    log::warn("a client that had waited was hung up on: {}",
              error_of(std::current_exception()).message);
  }
}

// On the thread that had the last of it. What the client had is given back at once, not when the
// next one comes.
void Listener::leave(Entry& entry) noexcept {
  entry.socket.hang_up();
  std::unique_ptr<Client> gone;
  {
    const std::lock_guard lock(mutex_);
    gone = std::move(entry.client);
  }
  gone.reset();
  const std::lock_guard lock(mutex_);
  entry.done = true;
  left_.notify_all();
}

void Listener::reap() {
  std::list<Entry> done;
  std::vector<std::thread> over;  // whose clients are still there
  {
    const std::lock_guard lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end();) {
      const auto next = std::next(it);
      if (it->done) {
        done.splice(done.end(), entries_, it);
      } else if (it->thread_done && it->thread.joinable()) {
        over.push_back(std::move(it->thread));
      }
      it = next;
    }
  }
  for (std::thread& thread : over) thread.join();
  for (Entry& entry : done)
    if (entry.thread.joinable()) entry.thread.join();
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
      const bool is_there = !entry.leaves && entry.client != nullptr;
      const auto since = is_there ? entry.client->idle_since() : std::nullopt;
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
    for (Entry& entry : entries_)
      if (entry.client != nullptr) entry.client->close_soon();
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

}  // namespace sotto::net
