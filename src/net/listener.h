// The entrance of clients: addresses, the accept loop, a thread for each connection whose client has
// asked something, and the orderly end.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "net/io_thread.h"
#include "net/socket.h"
#include "sotto/error.h"

namespace sotto::net {

// "tcp://127.0.0.1:8080", "localhost:8080", "[::1]:0" or "unix:/run/user/1000/sotto.sock".
struct Address {
  std::string host;  // or the path of a Unix socket
  int port = 0;      // 0: any that is free; of a Unix socket -1

  bool is_unix() const { return port < 0; }
  // Nobody on another machine can reach it.
  bool is_local() const;
};
Result<Address> parse_address(const std::string& text);

// Serves one client. It ends, and is hung up on, when serve() has returned nothing and nobody has
// what its socket's stay() gave.
class Client {
 public:
  virtual ~Client() = default;
  // On a thread of its own. Where it returns a time it waits for the client without a thread: it is
  // called again when there is something to read, and at that time, when reading has been stopped.
  virtual std::optional<Clock::time_point> serve() = 0;
  // From any thread, when the server wants to end: finish what was begun, take nothing new.
  virtual void close_soon() = 0;
  // Since when it waits for the client to ask something: its place may be given to another client.
  // None: it does not wait. From any thread.
  virtual std::optional<Clock::time_point> idle_since() const { return std::nullopt; }
};
using ClientMaker = std::function<std::unique_ptr<Client>(Socket&)>;

class Listener {
 public:
  // A socket file whose server has died is replaced; one whose server answers is an error.
  static Result<std::unique_ptr<Listener>> open(const Address& address);
  // "localhost" is both 127.0.0.1 and ::1, on the same port: clients try either first. Where the
  // machine has no IPv6 it is the first alone.
  static Result<std::vector<std::unique_ptr<Listener>>> open_all(const Address& address);
  ~Listener();

  const Address& address() const { return address_; }  // with the port that was found

  // Accepts until `stop` is set. Then every client is told to close soon, has `grace` for it, and
  // is hung up on. Returns when no client is left. There are `most` clients at once: one more takes
  // the place of the one that has been idle longest, among those of the address that has the most
  // idle ones. Where none is idle it is turned away with `refusal`, the bytes of a whole answer.
  // `io`: sees to those that wait.
  void run(const ClientMaker& make, size_t most, const std::string& refusal,
           std::chrono::milliseconds grace, IoThread& io, const std::stop_token& stop);

  // Addresses that are not let in get no word; before run().
  void admit_only(std::function<bool(const std::string& peer)> allowed) {
    allowed_ = std::move(allowed);
  }

  size_t clients() const;

 private:
  struct Entry;
  Listener(int fd, Address address);
  bool start(int fd, const std::string& peer, const ClientMaker& make);
  void serve(Entry& entry, std::shared_ptr<void> stay);
  void wait_for_more(Entry& entry, Clock::time_point until, std::shared_ptr<void> stay) noexcept;
  void serve_again(Entry& entry, std::shared_ptr<void> stay) noexcept;
  void leave(Entry& entry) noexcept;
  void close();
  void reap();
  bool make_room();
  void end_all(std::chrono::milliseconds grace);

  int fd_;  // -1: closed
  Address address_;
  std::pair<dev_t, ino_t> file_;                     // of a Unix socket
  std::function<bool(const std::string&)> allowed_;  // none: all
  IoThread* io_ = nullptr;                           // while it runs
  mutable std::mutex mutex_;
  std::condition_variable left_;
  std::list<Entry> entries_;
};

}  // namespace sotto::net
