// The voice of a project or of a session: [projects] in the user's configuration.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::terminal {

// Settings that are not named are as for everything else.
struct ProjectVoice {
  // A folder ("/home/me/app", "~/app"), with all that is below it; or the name of a session, or of a
  // project as hooks call it: the last part of its folder.
  std::string place;
  std::string voice = {}, language = {};  // that is heard
  std::optional<double> rate = {};
};

// Immutable once it is filled.
class Projects {
 public:
  void add(ProjectVoice voice);
  bool empty() const { return voices_.empty(); }

  // A session by its name, else a project by its own; null: neither is known.
  const ProjectVoice* named(std::string_view session, std::string_view project) const;
  // The one of the longest folder that `folder` is in, or is; null: it is in none.
  const ProjectVoice* in_folder(const std::filesystem::path& folder) const;

  const std::vector<ProjectVoice>& all() const { return voices_; }

 private:
  std::vector<ProjectVoice> voices_;
};

// A place that is a folder, not a name.
bool is_folder_name(std::string_view place);

}  // namespace sotto::terminal
