// A connection that holds no thread: what comes is told of, and what is sent waits here until the
// other side takes it. Many share one thread (io_thread.h).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "net/http.h"
#include "net/io_thread.h"

namespace sotto::net {

// Called by the io thread, one at a time: none may wait. They are let go behind `ended`.
struct ChannelEvents {
  // A message, or bytes as they come. It counts as waiting until taken() says that it was used.
  std::function<void(std::string bytes)> received;
  // There is room for more, or nothing is unsent any more.
  std::function<void()> sent;
  // The other side has left, takes too little, or was said good-bye to. The last one.
  std::function<void()> ended;
};

struct ChannelLimits {
  size_t longest_message_bytes = size_t{1} << 20;
  size_t untaken_bytes = size_t{8} << 20;    // received, then the other side has to wait
  size_t much_unsent_bytes = 256 << 10;      // then there is no room
  size_t unsent_bytes = size_t{16} << 20;    // then it is hung up on
  std::chrono::milliseconds stalled{30000};  // and so is who takes nothing for so long
};

// From any thread; nothing here waits. Who has one keeps it until it has ended, and ends it by
// close() or hang_up().
class Channel {
 public:
  enum class Goodbye {
    done,       // all was said
    going_away  // the server ends
  };
  virtual ~Channel() = default;

  // Once: it is read from now on. It holds the events until it has ended, which is now where memory
  // runs out.
  virtual void start(ChannelEvents events) = 0;

  // A message each, where the protocol has any. False: it has ended, or is about to.
  virtual bool send_text(std::string bytes) = 0;
  virtual bool send_binary(std::span<const std::byte> bytes) = 0;
  // Little is unsent; `sent` is called when that is so again.
  virtual bool has_room() const = 0;
  // Nothing is.
  virtual bool is_drained() const = 0;

  // So much of what was received is not kept any more.
  virtual void taken(size_t bytes) = 0;

  // Says good-bye behind what was sent, and gives the other side a moment to answer.
  virtual void close(Goodbye why) = 0;
  virtual void hang_up() noexcept = 0;  // now
};

// Null: no descriptor is left. `unread` is what has come already.
std::shared_ptr<Channel> open_channel(IoThread& io, const Socket& socket,
                                      const ChannelLimits& limits);

bool wants_web_socket(const Request& request);

// A WebSocket (RFC 6455) on the connection of a request that wants one, which was given up with
// these bytes unread. Pings are answered while untaken messages leave room.
std::shared_ptr<Channel> open_web_socket(IoThread& io, Exchange& exchange,
                                         const std::string& unread, const ChannelLimits& limits);

}  // namespace sotto::net
