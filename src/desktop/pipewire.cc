#include "desktop/pipewire.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

#include "base/child.h"
#include "base/log.h"
#include "base/printable.h"
#include "desktop/recordings.h"

namespace sotto::desktop {
namespace {

constexpr const char* kPipeWireDump = "pw-dump";
constexpr std::chrono::hours kSilentDay{24};  // in which nobody plays or records

// Looks for the server's socket as libpipewire does, so that no program is started in vain every
// few seconds.
bool pipewire_listens() {
  const char* remote = std::getenv("PIPEWIRE_REMOTE");
  const std::string name = remote != nullptr && *remote != 0 ? remote : "pipewire-0";
  std::error_code ignored;
  if (name.starts_with('/')) return std::filesystem::is_socket(name, ignored);
  for (const char* variable : {"PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"}) {
    const char* folder = std::getenv(variable);
    if (folder == nullptr || *folder == 0) continue;
    return std::filesystem::is_socket(std::filesystem::path(folder) / name, ignored);
  }
  return false;
}

}  // namespace

bool has_pipewire_tools() { return has_program(kPipeWireDump); }

void watch_pipewire(const std::stop_token& stop, const std::function<void(bool on)>& tell) {
  if (!pipewire_listens()) return;
  Result<Child> child = Child::start({kPipeWireDump, "--monitor", "--no-colors"});
  if (!child) return log::debug("{}", printable(child.error().message));
  Recordings recordings;
  const auto read = [&](std::span<const std::byte> bytes) -> Result<bool> {
    if (!recordings.push({reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
      return Error{Errc::bad_format, fmt::format("{} wrote no list of objects", kPipeWireDump)};
    tell(recordings.is_any());
    return true;
  };
  const Result<void> ended = child->converse("", stop, kSilentDay, read);
  if (!ended && !stop.stop_requested()) log::debug("{}", printable(ended.error().message));
}

}  // namespace sotto::desktop
