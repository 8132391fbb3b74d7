#include "terminal/projects.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace sotto::terminal {
namespace {

namespace fs = std::filesystem;

// Without links, where it is there; "~" is the user's folder.
fs::path real_folder(std::string_view name) {
  std::string path(name);
  const char* home = std::getenv("HOME");
  const bool is_home = path == "~" || path.starts_with("~/");
  if (is_home && home != nullptr) path = home + path.substr(1);
  std::error_code failed;
  fs::path real = fs::weakly_canonical(path, failed);
  if (failed) real = fs::path(path).lexically_normal();
  return real.filename().empty() ? real.parent_path() : real;
}

bool is_within(const fs::path& folder, const fs::path& place) {
  const auto [in_place, in_folder] =
      std::mismatch(place.begin(), place.end(), folder.begin(), folder.end());
  return in_place == place.end();
}

}  // namespace

bool is_folder_name(std::string_view place) {
  return place.starts_with('/') || place == "~" || place.starts_with("~/");
}

void Projects::add(ProjectVoice voice) { voices_.push_back(std::move(voice)); }

const ProjectVoice* Projects::named(std::string_view session, std::string_view project) const {
  for (const std::string_view name : {session, project}) {
    if (name.empty()) continue;
    const auto found = std::ranges::find(voices_, name, &ProjectVoice::place);
    if (found != voices_.end() && !is_folder_name(found->place)) return &*found;
  }
  return nullptr;
}

const ProjectVoice* Projects::in_folder(const fs::path& folder) const {
  if (folder.empty()) return nullptr;
  const fs::path real = real_folder(folder.string());
  const ProjectVoice* best = nullptr;
  std::ptrdiff_t longest = -1;
  for (const ProjectVoice& voice : voices_) {
    if (!is_folder_name(voice.place)) continue;
    const fs::path place = real_folder(voice.place);
    const auto length = std::distance(place.begin(), place.end());
    if (length <= longest || !is_within(real, place)) continue;
    best = &voice;
    longest = length;
  }
  return best;
}

}  // namespace sotto::terminal
