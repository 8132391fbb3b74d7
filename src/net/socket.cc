#include "net/socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace sotto::net {
namespace {

using boost::system::error_code;
namespace errors = boost::asio::error;

// False: the time is over.
bool wait_until(int fd, short events, Clock::time_point deadline) {
  for (;;) {
    int timeout_ms = -1;
    if (deadline != Clock::time_point::max()) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      timeout_ms = static_cast<int>(std::clamp<decltype(left)>(left, 0, 1 << 30));
    }
    pollfd one{fd, events, 0};
    const int n = ::poll(&one, 1, timeout_ms);
    if (n > 0) return true;
    if (n == 0) return false;
    if (errno != EINTR) return true;  // the call that follows says what is wrong
  }
}

error_code last_error() { return {errno, boost::system::system_category()}; }

}  // namespace

Socket::Socket(int fd, std::string peer, Reach reach)
    : fd_(fd), peer_(std::move(peer)), reach_(reach) {
  ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) | O_NONBLOCK);
}

Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

int Socket::release() { return std::exchange(fd_, -1); }

size_t Socket::read(void* data, size_t size, error_code& error) {
  error = {};
  for (;;) {
    const ssize_t n = ::recv(fd_, data, size, 0);
    if (n > 0) return static_cast<size_t>(n);
    if (n == 0) {
      error = errors::eof;
      return 0;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      error = last_error();
      return 0;
    }
    if (!wait_until(fd_, POLLIN, read_deadline_)) {
      error = errors::timed_out;
      return 0;
    }
  }
}

size_t Socket::write(const void* data, size_t size, error_code& error) {
  error = {};
  for (;;) {
    const ssize_t n = ::send(fd_, data, size, MSG_NOSIGNAL);
    if (n >= 0) return static_cast<size_t>(n);
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      error = last_error();
      return 0;
    }
    const auto deadline = std::min(write_deadline_, Clock::now() + write_patience_);
    if (Clock::now() >= deadline || !wait_until(fd_, POLLOUT, deadline)) {
      error = errors::timed_out;
      return 0;
    }
  }
}

bool Socket::can_read_within(Clock::duration time) const {
  return wait_until(fd_, POLLIN, Clock::now() + time);
}

void Socket::stop_reading() noexcept {
  stopped_reading_ = true;
  ::shutdown(fd_, SHUT_RD);
}

void Socket::hang_up() noexcept { ::shutdown(fd_, SHUT_RDWR); }

void Socket::linger() {
  constexpr size_t kMostBytes = size_t{1} << 20;
  ::shutdown(fd_, SHUT_WR);
  set_read_deadline(Clock::now() + std::chrono::seconds(1));
  std::array<char, 16384> thrown_away;
  error_code error;
  for (size_t taken = 0; taken < kMostBytes && !error;)
    taken += read(thrown_away.data(), thrown_away.size(), error);
}

}  // namespace sotto::net
