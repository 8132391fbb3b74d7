// The wait for a client that has nothing to say, without a thread.
#pragma once

#include <functional>

#include "net/io_thread.h"
#include "net/socket.h"

namespace sotto::net {

// Calls `then` once, on the io thread, when the socket has something to read or its end has come.
// If that has not happened by `until`, reading is stopped, so that there is an end to be read.
// `then` keeps the socket, and must not throw. Throws where memory or threads run out; where it
// runs out later, `then` is let go without being called.
void when_readable(IoThread& io, Socket& socket, Clock::time_point until,
                   std::function<void()> then);

}  // namespace sotto::net
