// Notices that a client has gone while its answer is still being made.
#pragma once

#include <poll.h>

#include <stop_token>
#include <thread>

#include "base/wait.h"
#include "serve/socket.h"

#ifndef POLLRDHUP  // Linux has it
#define POLLRDHUP POLLHUP
#endif

namespace sotto::serve {

// While it lives, sets `stop` as soon as the other side has closed the connection.
class Departure {
 public:
  Departure(Socket& socket, std::stop_source stop)
      : watcher_([&socket, stop](const std::stop_token& end) mutable {
          if (wait_for(socket.fd(), POLLRDHUP, end) == Wake::stopped) return;
          // Our own end of reading looks the same; then only a connection that breaks tells.
          if (socket.has_stopped_reading() && wait_for(socket.fd(), 0, end) == Wake::stopped)
            return;
          stop.request_stop();
        }) {}

 private:
  std::jthread watcher_;
};

}  // namespace sotto::serve
