#include "base/wait.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/event.h>
#endif

#include <cerrno>

namespace sotto {
namespace {

// A pipe whose only message is "wake up": a condition variable cannot be polled.
class WakePipe {
 public:
  WakePipe() {
    if (::pipe(ends_) != 0) {
      ends_[0] = ends_[1] = -1;
      return;
    }
    for (const int end : ends_) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  ~WakePipe() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  WakePipe(const WakePipe&) = delete;
  WakePipe& operator=(const WakePipe&) = delete;

  int fd() const { return ends_[0]; }
  bool usable() const { return ends_[0] >= 0; }
  void wake() const { [[maybe_unused]] const ssize_t n = ::write(ends_[1], "", 1); }

 private:
  int ends_[2];
};

}  // namespace

Wake wait_for(int fd, short events, const std::stop_token& stop) {
  if (stop.stop_requested()) return Wake::stopped;
  // The usual case needs no pipe: there is something to read, or room to write.
  pollfd both[2] = {{fd, events, 0}, {-1, POLLIN, 0}};
  if (::poll(both, 1, 0) > 0) return Wake::ready;
  if (!stop.stop_possible()) {
    while (::poll(both, 1, -1) < 0 && errno == EINTR) {
    }
    return Wake::ready;
  }
  const WakePipe pipe;
  const std::stop_callback wake(stop, [&] { pipe.wake(); });
  both[1].fd = pipe.fd();
  // Without a descriptor left for the pipe, look at the token ten times a second instead.
  const int timeout_ms = pipe.usable() ? -1 : 100;
  for (;;) {
    const int n = ::poll(both, 2, timeout_ms);
    if (stop.stop_requested()) return Wake::stopped;
    if (n < 0 && errno != EINTR) return Wake::ready;
    if (n > 0 && both[0].revents != 0) return Wake::ready;
  }
}

#ifdef __APPLE__

namespace {

// Poll tells nothing of a socket that has unread input; a kqueue does, and can be polled itself.
Wake wait_for_eof(int fd, int16_t filter, const std::stop_token& stop) {
  const int queue = ::kqueue();
  if (queue < 0) return wait_for(fd, 0, stop);
  const struct kevent wanted {
    static_cast<uintptr_t>(fd), filter, EV_ADD | EV_CLEAR, 0, 0, nullptr
  };
  bool is_over = ::kevent(queue, &wanted, 1, nullptr, 0, nullptr) != 0;
  while (!is_over && wait_for(queue, POLLIN, stop) == Wake::ready) {
    struct kevent event {};
    const timespec at_once{};
    const int n = ::kevent(queue, nullptr, 0, &event, 1, &at_once);
    is_over = n < 0 ? errno != EINTR : n > 0 && (event.flags & (EV_EOF | EV_ERROR)) != 0;
  }
  ::close(queue);
  return is_over ? Wake::ready : Wake::stopped;
}

}  // namespace

Wake wait_for_end(int fd, const std::stop_token& stop) {
  return wait_for_eof(fd, EVFILT_READ, stop);
}
Wake wait_for_break(int fd, const std::stop_token& stop) {
  return wait_for_eof(fd, EVFILT_WRITE, stop);
}

#else

Wake wait_for_end(int fd, const std::stop_token& stop) { return wait_for(fd, POLLRDHUP, stop); }
Wake wait_for_break(int fd, const std::stop_token& stop) { return wait_for(fd, 0, stop); }

#endif

}  // namespace sotto
