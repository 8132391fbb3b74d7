// Sockets that no program started by this one inherits, and that raise no signal where the other
// side is gone: in one step on Linux, in several on systems that have no flags for it.
#pragma once

#include <sys/socket.h>

namespace sotto {

enum class Waiting { blocks, never_blocks };

// A descriptor, or -1 and errno.
int open_socket(int family, int type, Waiting waiting = Waiting::blocks);

// The next client's, which blocks whatever `listening` does; or -1 and errno.
int accept_client(int listening, sockaddr* peer, socklen_t* size);

}  // namespace sotto
