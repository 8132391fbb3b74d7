// Entries of a zip archive in memory that are stored as they are, found without copying them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::checkpoint {

class ZipArchive {
 public:
  // `file` must outlive the archive; `source` is its name for messages.
  static Result<ZipArchive> open(std::span<const std::byte> file, std::string_view source);
  ZipArchive(ZipArchive&&) noexcept;
  ZipArchive& operator=(ZipArchive&&) noexcept;
  ~ZipArchive();

  std::vector<std::string> names() const;

  // The bytes of an entry, inside the file. An error when it is missing, compressed or encrypted.
  // Checksums are not verified: that would read a checkpoint of gigabytes before its first use.
  Result<std::span<const std::byte>> stored(const std::string& name) const;

 private:
  struct State;
  explicit ZipArchive(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::checkpoint
