// Folders of the process that are named while a test needs them.
#pragma once

#include <utility>

#include "base/paths.h"

namespace sotto {

class ScopedFolders {
 public:
  explicit ScopedFolders(Folders named) : before_(folders()) { set_folders(std::move(named)); }
  ~ScopedFolders() { set_folders(before_); }
  ScopedFolders(const ScopedFolders&) = delete;
  ScopedFolders& operator=(const ScopedFolders&) = delete;

 private:
  const Folders before_;
};

}  // namespace sotto
