#include "cli/first_time.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "base/paths.h"

namespace sotto::cli {

bool first_time(const std::string& name) {
  if (!cache_enabled()) return false;
  std::error_code failed;
  std::filesystem::create_directories(cache_folder(), failed);
  const int file = ::open((cache_folder() / ("said-" + name)).c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  ::close(file);
  return true;
}

}  // namespace sotto::cli
