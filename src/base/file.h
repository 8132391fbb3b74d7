// Files as bytes: mapped for reading, read whole, or replaced atomically.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto {

// A whole file mapped read-only. Two processes that map one file share its pages. It must be
// replaced by another, not shortened, while it is open (mapped_fault.h).
class MappedFile {
 public:
  static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

  // These bytes of it are not needed soon: they stop counting as this process's memory, and are
  // read again when they are used. Bytes outside the file are ignored.
  void release(std::span<const std::byte> bytes) const;

 private:
  MappedFile() = default;
  std::span<const std::byte> bytes_;
};

// The whole file; an error when it is longer than `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path,
                              size_t max_bytes = size_t{1} << 30);

// Writes beside `path`, syncs, then renames: a killed run leaves the old file or the new one. The
// file gets `mode`; without one it keeps the mode that it has, and a new one can be read by all. At
// no time can more people read it than in the end.
Result<void> write_file(const std::filesystem::path& path, std::string_view content,
                        std::optional<std::filesystem::perms> mode = std::nullopt);

}  // namespace sotto
