#include "hub/blob.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "checkpoint/hub_cache.h"
#include "hub/digest.h"
#include "hub/receive.h"

namespace sotto::hub {
namespace {

namespace fs = std::filesystem;

constexpr size_t kReadBytes = size_t{1} << 20;
constexpr int kMostWrongDigests = 2;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Error io_error(const fs::path& path, const char* verb) {
  return {Errc::io, fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno))};
}

// The lock that the hub's own library takes for the same file.
Result<Descriptor> lock(const Repository& repository, const RemoteFile& file,
                        const std::stop_token& stop) {
  const fs::path folder =
      checkpoint::hub_cache() / ".locks" / checkpoint::hub_folder(repository.id).filename();
  const fs::path path = folder / (file.digest + ".lock");
  std::error_code error;
  fs::create_directories(folder, error);
  Descriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0664));
  if (fd.get() < 0) return io_error(path, "open");
  for (bool said = false; ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0; said = true) {
    if (errno != EWOULDBLOCK && errno != EINTR) return io_error(path, "lock");
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    if (!said) log::info("{}: another program fetches it; waiting for it", file.path);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return fd;
}

// The bytes that came so far, and their digest.
class Partial : public Receiver {
 public:
  static Result<Partial> open(const fs::path& path, const RemoteFile& file,
                              const std::function<void(uint64_t)>& progress) {
    Descriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644));
    struct stat status;
    if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0) return io_error(path, "open");
    if (!S_ISREG(status.st_mode))  // whose bytes may never come
      return Error{Errc::io, fmt::format("{}: is no file, expected one or none", path.string())};
    Partial partial(std::move(fd), path, file, progress);
    const Result<void> read = partial.read_what_is_there();
    if (!read) return read.error();
    return partial;
  }

  uint64_t bytes() const override { return bytes_; }

  Result<void> restart() override {
    if (::ftruncate(fd_.get(), 0) != 0 || ::lseek(fd_.get(), 0, SEEK_SET) != 0)
      return io_error(path_, "empty");
    bytes_ = 0;
    digest_ = std::make_unique<Digest>(file_->digest, file_->bytes);
    return {};
  }

  Result<void> append(std::span<const char> data) override {
    if (bytes_ + data.size() > file_->bytes) {
      return Error{Errc::bad_format, fmt::format("{}: the hub sends more than the {} bytes that it "
                                                 "has",
                                                 file_->path, file_->bytes)};
    }
    digest_->add(data);
    while (!data.empty()) {
      const ssize_t written = ::write(fd_.get(), data.data(), data.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return io_error(path_, "write");
      bytes_ += static_cast<uint64_t>(written);
      data = data.subspan(static_cast<size_t>(written));
    }
    (*progress_)(bytes_);
    return {};
  }

  std::string digest() { return digest_->hex(); }

  Result<void> rename_to(const fs::path& blob) {
    if (::fsync(fd_.get()) != 0) return io_error(path_, "write");
    if (::rename(path_.c_str(), blob.c_str()) != 0) return io_error(blob, "make");
    return {};
  }

 private:
  Partial(Descriptor fd, fs::path path, const RemoteFile& file,
          const std::function<void(uint64_t)>& progress)
      : fd_(std::move(fd)), path_(std::move(path)), file_(&file), progress_(&progress) {}

  Result<void> read_what_is_there() {
    struct stat status;
    if (::fstat(fd_.get(), &status) != 0) return io_error(path_, "read");
    if (static_cast<uint64_t>(status.st_size) > file_->bytes) return restart();
    digest_ = std::make_unique<Digest>(file_->digest, file_->bytes);
    std::vector<char> buffer(kReadBytes);
    for (;;) {
      const ssize_t got = ::read(fd_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return io_error(path_, "read");
      if (got == 0) return {};
      digest_->add({buffer.data(), static_cast<size_t>(got)});
      bytes_ += static_cast<uint64_t>(got);
    }
  }

  Descriptor fd_;
  fs::path path_;
  const RemoteFile* file_;
  const std::function<void(uint64_t)>* progress_;  // hears how many of its bytes are there
  uint64_t bytes_ = 0;
  std::unique_ptr<Digest> digest_;
};

Result<void> fill(Http& http, const Repository& repository, const RemoteFile& file,
                  Partial& partial, const std::stop_token& stop) {
  const Download wanted{
      .path = fmt::format("/{}/resolve/{}/{}", repository.id, repository.commit, file.path),
      .name = file.path,
      .bytes = file.bytes};
  const auto answer = receive(http, wanted, partial, stop);
  if (!answer) return answer.error();
  if (is_success(*answer)) return {};
  return refusal(*answer, http.endpoint(), repository.id, file.path);
}

}  // namespace

fs::path blob_path(const Repository& repository, const RemoteFile& file) {
  return checkpoint::hub_folder(repository.id) / "blobs" / file.digest;
}

Result<void> fetch_blob(Http& http, const Repository& repository, const RemoteFile& file,
                        const std::function<void(uint64_t)>& progress,
                        const std::stop_token& stop) {
  const fs::path blob = blob_path(repository, file);
  std::error_code error;
  fs::create_directories(blob.parent_path(), error);
  const auto locked = lock(repository, file, stop);
  if (!locked) return locked.error();
  if (fs::exists(blob, error)) {
    progress(file.bytes);
    return {};
  }
  const fs::path partial_path = blob.string() + ".incomplete";
  auto partial = Partial::open(partial_path, file, progress);
  if (!partial) return partial.error();
  for (int wrong = 0;;) {
    progress(partial->bytes());
    if (const auto filled = fill(http, repository, file, *partial, stop); !filled) return filled;
    const std::string digest = partial->digest();
    if (digest == file.digest) return partial->rename_to(blob);
    if (++wrong == kMostWrongDigests) {
      fs::remove(partial_path, error);
      return Error{Errc::bad_format,
                   fmt::format("{}: what the hub sends has the digest {}, expected "
                               "{}",
                               file.path, digest, file.digest)};
    }
    log::warn("{}: what came is damaged; fetching it again", file.path);
    if (const auto r = partial->restart(); !r) return r;
  }
}

}  // namespace sotto::hub
