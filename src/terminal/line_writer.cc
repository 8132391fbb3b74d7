#include "terminal/line_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/wait.h"
#include "terminal/verb.h"

namespace sotto::terminal {

Result<LineWriter> LineWriter::create(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) {
    return Error{Errc::io, fmt::format("{}: cannot write: {}", path, std::strerror(errno))};
  }
  LineWriter writer(fd, path);
  writer.owned_ = true;
  return writer;
}

LineWriter::LineWriter(LineWriter&& other) noexcept
    : fd_(other.fd_),
      name_(std::move(other.name_)),
      owned_(std::exchange(other.owned_, false)),
      closed_(other.closed_),
      error_(std::move(other.error_)) {}

LineWriter::~LineWriter() {
  if (owned_) ::close(fd_);
}

bool LineWriter::write(std::string_view line, const std::stop_token& stop) {
  if (closed_ || error_) return false;
  std::string bytes(line);
  bytes += '\n';
  for (size_t done = 0; done < bytes.size();) {
    if (wait_for(fd_, POLLOUT, stop) == Wake::stopped) return false;
    // A pipe that is ready takes PIPE_BUF bytes without blocking, and perhaps no more.
    const size_t piece = std::min<size_t>(bytes.size() - done, PIPE_BUF);
    const ssize_t n = ::write(fd_, bytes.data() + done, piece);
    if (n >= 0) {
      done += static_cast<size_t>(n);
    } else if (errno == EPIPE) {
      closed_ = true;
      return false;
    } else if (errno != EINTR && errno != EAGAIN) {
      error_ = Error{Errc::io, fmt::format("{}: cannot write: {}", name_, std::strerror(errno))};
      return false;
    }
  }
  return true;
}

int print_result(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  LineWriter out(STDOUT_FILENO, "standard output");
  out.write(text, {});
  return out.error() ? fail(*out.error()) : kDone;
}

}  // namespace sotto::terminal
