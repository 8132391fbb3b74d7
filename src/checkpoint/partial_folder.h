// A folder that appears whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "sotto/error.h"

namespace sotto::checkpoint {

// Filled under the name `<target>.sotto-partial-XXXXXX`, then renamed. A process that is killed
// leaves a folder of that name behind, which the next one for the same target removes: whoever
// fills one holds a lock on it, so one in use is left alone.
class PartialFolder {
 public:
  static Result<PartialFolder> create(const std::filesystem::path& target);
  PartialFolder(PartialFolder&& other) noexcept;
  PartialFolder& operator=(PartialFolder&& other) noexcept;
  ~PartialFolder();  // removes it, unless it was committed

  // Whether a folder of that name is one that is filled, or that a killed process left.
  static bool is_name(std::string_view name);

  const std::filesystem::path& path() const { return path_; }

  // Files of a folder that are wanted, under their own names: of a link what lies behind it.
  Result<void> copy(const std::filesystem::path& from,
                    const std::function<bool(const std::filesystem::path&)>& is_wanted) const;

  // Renames it to the target. A folder that is there is replaced (at once, where the system can do
  // that), or an error unless `replace`.
  Result<void> commit(bool replace);

 private:
  PartialFolder(std::filesystem::path target, std::filesystem::path path, int lock)
      : target_(std::move(target)), path_(std::move(path)), lock_(lock) {}

  std::filesystem::path target_, path_;  // path_ is empty once there is nothing to remove
  int lock_ = -1;
};

}  // namespace sotto::checkpoint
