#include "base/paths.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <utility>

namespace sotto {
namespace {

// A service may have no HOME: then the user's entry says where it is.
std::filesystem::path home() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != 0) return home;
  char buffer[4096];
  passwd entry{}, *found = nullptr;
  if (::getpwuid_r(::geteuid(), &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr)
    return found->pw_dir;
  return "/nonexistent";  // what cannot be made is not kept
}

struct Named {
  std::mutex mutex;
  Folders folders;
};

Named& named() {
  static Named named;
  return named;
}

std::filesystem::path folder(const std::filesystem::path& named, const char* variable,
                             const char* below_home) {
  if (!named.empty()) return named;
  // The rules say that a relative path in the variable is to be ignored.
  if (const char* root = std::getenv(variable); root != nullptr && root[0] == '/') {
    return std::filesystem::path(root) / "sotto";
  }
  return home() / below_home / "sotto";
}

}  // namespace

void set_folders(Folders folders) {
  const std::lock_guard lock(named().mutex);
  named().folders = std::move(folders);
}

Folders folders() {
  const std::lock_guard lock(named().mutex);
  return named().folders;
}

std::filesystem::path config_folder() {
  return folder(folders().config, "XDG_CONFIG_HOME", ".config");
}
std::filesystem::path data_folder() {
  return folder(folders().data, "XDG_DATA_HOME", ".local/share");
}
std::filesystem::path cache_folder() { return folder(folders().cache, "XDG_CACHE_HOME", ".cache"); }

bool cache_enabled() { return folders().keeps; }

}  // namespace sotto
