// Notices that a client has gone while its answer is still being made.
#pragma once

#include <stop_token>
#include <thread>

#include "base/wait.h"
#include "net/socket.h"

namespace sotto::net {

// While it lives, sets `stop` as soon as the other side has closed the connection.
class Departure {
 public:
  Departure(Socket& socket, std::stop_source stop)
      : watcher_([&socket, stop](const std::stop_token& end) mutable {
          if (wait_for_end(socket.fd(), end) == Wake::stopped) return;
          // Our own end of reading looks the same; then only a connection that breaks tells.
          if (socket.has_stopped_reading() && wait_for_break(socket.fd(), end) == Wake::stopped)
            return;
          stop.request_stop();
        }) {}

 private:
  std::jthread watcher_;
};

}  // namespace sotto::net
