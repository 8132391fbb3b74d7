#include "checkpoint/partial_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".sotto-partial-";
constexpr size_t kLetters = 6;  // what mkdtemp fills in
constexpr int kMostTries = 100;

Error io_error(const fs::path& path, const char* verb) {
  return {Errc::io, fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno))};
}

// Whether the path still leads to what was opened.
bool is_there(const fs::path& path, int fd) {
  struct stat named, opened;
  return ::lstat(path.c_str(), &named) == 0 && ::fstat(fd, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

// A descriptor that holds the lock on a folder; -1: someone else has it, it is gone, or it is no
// folder.
int lock_folder(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0 && is_there(path, fd)) return fd;
  if (fd >= 0) ::close(fd);
  return -1;
}

void remove_leftovers(const fs::path& target) {
  const std::string prefix = target.filename().string() + kMark;
  std::error_code error;
  for (fs::directory_iterator it(target.parent_path(), error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(prefix) || name.size() != prefix.size() + kLetters) continue;
    const int lock = lock_folder(it->path());
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(it->path(), ignored);
    ::close(lock);
  }
}

// Two folders change names in one step. False: the system cannot.
bool exchange(const fs::path& a, const fs::path& b) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
#elif defined(__APPLE__)
  return ::renamex_np(a.c_str(), b.c_str(), RENAME_SWAP) == 0;
#else
  (void)a, (void)b;
  return false;
#endif
}

void sync_folder(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

Result<PartialFolder> PartialFolder::create(const fs::path& target) {
  // "m/" is "m"; a bare name lies in the current folder.
  fs::path clean = target.lexically_normal();
  if (clean.filename().empty()) clean = clean.parent_path();
  if (!clean.has_parent_path()) clean = fs::path(".") / clean;
  remove_leftovers(clean);
  // Between the two steps another process may take the folder for a leftover: then one more try.
  for (int tries = 0; tries < kMostTries; ++tries) {
    std::string pattern = clean.string() + kMark + std::string(kLetters, 'X');
    if (::mkdtemp(pattern.data()) == nullptr) return io_error(clean, "make a folder beside it");
    ::chmod(pattern.c_str(), 0755);
    if (const int lock = lock_folder(pattern); lock >= 0)
      return PartialFolder(std::move(clean), pattern, lock);
    ::rmdir(pattern.c_str());
  }
  return io_error(clean, "lock a folder beside it");
}

bool PartialFolder::is_name(std::string_view name) {
  const size_t mark = name.rfind(kMark);
  return mark != name.npos && name.size() == mark + std::string_view(kMark).size() + kLetters;
}

PartialFolder::PartialFolder(PartialFolder&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::exchange(other.path_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

PartialFolder& PartialFolder::operator=(PartialFolder&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

PartialFolder::~PartialFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<void> PartialFolder::copy(const fs::path& from,
                                 const std::function<bool(const fs::path&)>& is_wanted) const {
  std::error_code error;
  for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (!is_wanted(it->path()) || !it->is_regular_file(ignored)) continue;
    fs::copy_file(it->path(), path_ / it->path().filename(), error);
    if (error) break;
  }
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: its files cannot be copied to {}: {}", from.string(),
                                     path_.string(), error.message())};
}

Result<void> PartialFolder::commit(bool replace) {
  sync_folder(path_);
  if (!replace) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(target_, ignored))) {
      errno = EEXIST;
      return io_error(target_, "be made");
    }
  }
  // An empty folder is replaced by a plain rename; of a full one the two change names, and the old
  // content is removed as the leftover that it now is.
  if (::rename(path_.c_str(), target_.c_str()) == 0) {
    path_.clear();
  } else if (errno != ENOTEMPTY && errno != EEXIST) {
    return io_error(target_, "be made");
  } else if (!exchange(path_, target_)) {
    std::error_code ignored;
    fs::remove_all(target_, ignored);
    if (::rename(path_.c_str(), target_.c_str()) != 0) return io_error(target_, "be replaced");
    path_.clear();
  }
  sync_folder(target_.parent_path());
  return {};
}

}  // namespace sotto::checkpoint
