#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/failure.h"
#include "base/mapped_fault.h"

namespace sotto {
namespace {

Error io_error(const std::filesystem::path& path, const char* verb) {
  throw_if_exhausted(errno);
  const Errc code = errno == ENOENT ? Errc::not_found : Errc::io;
  return {code, fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno))};
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

Result<size_t> regular_file_size(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status;
  if (::fstat(file.fd, &status) != 0) return io_error(path, "read");
  if (!S_ISREG(status.st_mode)) {
    return Error{Errc::bad_format, fmt::format("{}: not a regular file", path.string())};
  }
  return static_cast<size_t>(status.st_size);
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) return io_error(path, "open");
  const Result<size_t> size = regular_file_size(file, path);
  if (!size) return size.error();
  MappedFile mapped;
  if (*size == 0) return mapped;  // an empty file cannot be mapped; no bytes are no bytes
  void* data = ::mmap(nullptr, *size, PROT_READ, MAP_SHARED, file.fd, 0);
  if (data == MAP_FAILED) return io_error(path, "map");
  mapped.bytes_ = {static_cast<const std::byte*>(data), *size};
  note_mapping(mapped.bytes_, path);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

void MappedFile::release(std::span<const std::byte> bytes) const {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto address = [](const std::byte* p) { return reinterpret_cast<uintptr_t>(p); };
  const uintptr_t file_end = address(bytes_.data()) + bytes_.size();
  // Whole pages inside both. Of a shared, read-only mapping of a file this drops nothing but the
  // entries of the page table.
  uintptr_t begin = std::max(address(bytes.data()), address(bytes_.data()));
  uintptr_t end = std::min(address(bytes.data()) + bytes.size(), file_end);
  begin = (begin + page - 1) / page * page;
  end = end / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (bytes_.empty()) return;
  forget_mapping(bytes_);
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

Result<std::string> read_file(const std::filesystem::path& path, size_t max_bytes) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) return io_error(path, "open");
  const Result<size_t> size = regular_file_size(file, path);
  if (!size) return size.error();
  if (*size > max_bytes) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} bytes, expected at most {}", path.string(), *size, max_bytes)};
  }
  std::string content(*size, '\0');
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t n = ::read(file.fd, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error(path, "read");
    if (n == 0) break;
    done += static_cast<size_t>(n);
  }
  content.resize(done);
  return content;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view content,
                        std::optional<std::filesystem::perms> mode) {
  constexpr mode_t kForAll = 0644;
  struct stat before;
  const mode_t kept = ::stat(path.c_str(), &before) == 0 ? before.st_mode & 07777 : kForAll;
  std::string draft = path.string() + ".XXXXXX";  // for its owner alone, until it is whole
  const Descriptor file{::mkostemp(draft.data(), O_CLOEXEC)};
  if (file.fd < 0) return io_error(path, "write");
  const auto fail = [&] {
    const Error error = io_error(path, "write");
    ::unlink(draft.c_str());
    return error;
  };
  while (!content.empty()) {
    const ssize_t n = ::write(file.fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail();
    content.remove_prefix(static_cast<size_t>(n));
  }
  if (::fchmod(file.fd, mode ? static_cast<mode_t>(*mode) : kept) != 0 || ::fsync(file.fd) != 0)
    return fail();
  if (::rename(draft.c_str(), path.c_str()) != 0) return fail();
  return {};
}

}  // namespace sotto
