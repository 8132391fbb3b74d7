#include "base/sockets.h"

#include <fcntl.h>
#include <unistd.h>

namespace sotto {

#ifdef SOCK_CLOEXEC

int open_socket(int family, int type, Waiting waiting) {
  return ::socket(family,
                  type | SOCK_CLOEXEC | (waiting == Waiting::never_blocks ? SOCK_NONBLOCK : 0), 0);
}

int accept_client(int listening, sockaddr* peer, socklen_t* size) {
  return ::accept4(listening, peer, size, SOCK_CLOEXEC);
}

#else

namespace {

int prepared(int fd, Waiting waiting) {
  if (fd < 0) return fd;
  const int yes = 1;
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(fd, F_SETFL, waiting == Waiting::never_blocks ? O_NONBLOCK : 0);
#ifdef SO_NOSIGPIPE
  ::setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  return fd;
}

}  // namespace

int open_socket(int family, int type, Waiting waiting) {
  return prepared(::socket(family, type, 0), waiting);
}

int accept_client(int listening, sockaddr* peer, socklen_t* size) {
  return prepared(::accept(listening, peer, size), Waiting::blocks);
}

#endif

}  // namespace sotto
