#include "pipeline/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/wait.h"

namespace sotto::pipeline {
namespace {

class FileSource : public ByteSource {
 public:
  FileSource(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  ~FileSource() override {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    for (;;) {
      if (wait_for(fd_, POLLIN, stop) == Wake::stopped) return Error{Errc::cancelled, "stopped"};
      const ssize_t n = ::read(fd_, buffer.data(), buffer.size());
      if (n >= 0) return static_cast<size_t>(n);
      if (errno == EINTR || errno == EAGAIN) continue;
      return Error{Errc::io, fmt::format("{}: cannot read: {}", name_, std::strerror(errno))};
    }
  }
  bool is_live() const override {
    struct stat status;
    return ::fstat(fd_, &status) == 0 && !S_ISREG(status.st_mode);
  }

 private:
  int fd_;
  std::string name_;
};

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    const size_t n = text_.copy(buffer.data(), buffer.size(), done_);
    done_ += n;
    return n;
  }
  bool is_live() const override { return false; }

 private:
  std::string text_;
  size_t done_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_source(const std::string& name) {
  if (name == "-") {
    return std::unique_ptr<ByteSource>(new FileSource(STDIN_FILENO, "standard input"));
  }
  const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return Error{errno == ENOENT ? Errc::not_found : Errc::io,
                 fmt::format("{}: cannot open: {}", name, std::strerror(errno))};
  }
  std::unique_ptr<ByteSource> source(new FileSource(fd, name));
  struct stat status;
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    return Error{Errc::bad_argument, fmt::format("{}: a folder, expected a file", name)};
  }
  return source;
}

std::unique_ptr<ByteSource> text_source(std::string text) {
  return std::make_unique<TextSource>(std::move(text));
}

}  // namespace sotto::pipeline
