#include "base/paths.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

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

std::filesystem::path folder(const char* variable, const char* below_home) {
  // The rules say that a relative path in the variable is to be ignored.
  if (const char* root = std::getenv(variable); root != nullptr && root[0] == '/') {
    return std::filesystem::path(root) / "sotto";
  }
  return home() / below_home / "sotto";
}

}  // namespace

std::filesystem::path config_folder() { return folder("XDG_CONFIG_HOME", ".config"); }
std::filesystem::path data_folder() { return folder("XDG_DATA_HOME", ".local/share"); }
std::filesystem::path cache_folder() { return folder("XDG_CACHE_HOME", ".cache"); }

bool cache_enabled() {
  const char* value = std::getenv("SOTTO_CACHE");
  if (value == nullptr) return true;
  const std::string_view text = value;
  return text != "off" && text != "false" && text != "no" && text != "0";
}

}  // namespace sotto
