// Waiting for a file descriptor so that a stop token ends the wait.
#pragma once

#include <stop_token>

namespace sotto {

enum class Wake {
  ready,   // the descriptor can be read or written, or is closed or broken: the next call tells
  stopped  // `stop` was set
};

// `events`: POLLIN or POLLOUT.
Wake wait_for(int fd, short events, const std::stop_token& stop);

}  // namespace sotto
