#include "terminal/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

namespace sotto::terminal {
namespace {

// A handler has no other way to reach them.
std::atomic<int> received_signal{0};
std::atomic<int> wake_fd{-1};

void on_signal(int signal) {
  if (received_signal.exchange(signal) != 0) _exit(128 + signal);
  const int saved = errno;
  [[maybe_unused]] const ssize_t n = write(wake_fd, "s", 1);
  errno = saved;
}

void handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // the pipe wakes who has to wake
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Signals::Signals(std::stop_source stop) : pipe_{-1, -1} {
  if (::pipe(pipe_) != 0) return;  // no descriptor left: a signal ends the process as usual
  for (const int end : pipe_) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  received_signal = 0;
  wake_fd = pipe_[1];
  // A stop token cannot be set inside a handler (it takes locks); this thread does it.
  watcher_ = std::thread([fd = pipe_[0], stop = std::move(stop)]() mutable {
    char why = 0;
    while (::read(fd, &why, 1) < 0 && errno == EINTR) {
    }
    if (why == 's') stop.request_stop();
  });
  handle(on_signal);
}

Signals::~Signals() {
  if (pipe_[0] < 0) return;
  handle(SIG_DFL);
  [[maybe_unused]] const ssize_t n = ::write(pipe_[1], "q", 1);
  watcher_.join();
  wake_fd = -1;
  for (const int end : pipe_) ::close(end);
}

int Signals::exit_code() const {
  const int signal = received_signal;
  return signal == 0 ? 0 : 128 + signal;
}

}  // namespace sotto::terminal
