// The output of a job, as files in a folder.
#pragma once

#include <string>
#include <vector>

#include "cluster/job.h"

namespace sotto::cluster {

class JobOutput {
 public:
  // The job outlives it. `sound_ending`: ".wav", ".flac" or ".opus"; used where the job has a voice.
  JobOutput(const Job& job, const std::string& folder, const std::string& sound_ending);

  // Before anybody works for it: makes the folder, and finds out whether files can be written there.
  // The error: they cannot, or one is there already that is not what this job has written itself.
  // `may_replace`: such a file may go.
  Result<void> check(Connection& connection, bool may_replace) const;

  // The text, and the sound where there is one, with a list of its chapters where the text has
  // headings; each is there whole or not at all. Gives their names.
  Result<std::vector<std::string>> write(Connection& connection,
                                         const std::vector<TaskResult>& results) const;

 private:
  Result<void> check_folder() const;
  Result<bool> has_written(Connection& connection) const;
  Result<std::vector<double>> write_sound(Connection& connection,
                                          const std::vector<TaskResult>& results) const;
  Result<std::vector<double>> write_sound_to(const std::string& path, Connection& connection,
                                             const std::vector<TaskResult>& results) const;
  bool has_voice() const { return job_.card().wants.voice != "none"; }
  bool has_chapters() const { return has_voice() && !job_.document().headings().empty(); }

  const Job& job_;
  std::string folder_, text_path_, sound_path_, chapters_path_, unfinished_path_;
};

}  // namespace sotto::cluster
