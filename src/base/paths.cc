#include "base/paths.h"

#include <cstdlib>
#include <string_view>

namespace sotto {
namespace {

std::filesystem::path folder(const char* variable, const char* below_home) {
  // The rules say that a relative path in the variable is to be ignored.
  if (const char* root = std::getenv(variable); root != nullptr && root[0] == '/') {
    return std::filesystem::path(root) / "sotto";
  }
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home != nullptr ? home : "/") / below_home / "sotto";
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
