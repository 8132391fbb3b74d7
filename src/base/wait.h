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

// Until the other side of a connected socket sends nothing more, whether or not what it has sent
// was read; or reading was shut down here.
Wake wait_for_end(int fd, const std::stop_token& stop);

// Until a connected socket is broken: the other side takes nothing more.
Wake wait_for_break(int fd, const std::stop_token& stop);

}  // namespace sotto
