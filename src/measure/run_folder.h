// A run of `sotto bench` on the disk: a folder <id>-<label> with
//   run.json             what was measured, where and how; "finished" is there once it is complete
//   measurements.jsonl   a line of JSON a measurement, each one out before the next begins
//   audios/              what was said
// A run that was killed can be read like any other, as far as it came.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "measure/prompts.h"
#include "sotto/error.h"

namespace sotto::measure {

using Json = nlohmann::ordered_json;

class RunWriter {
 public:
  // Makes the folder in `parent`. `id` empty: the time, which no other run has. `about` becomes
  // run.json, with id, label and time added.
  static Result<RunWriter> create(const std::filesystem::path& parent, std::string id,
                                  const std::string& label, Json about);
  RunWriter(RunWriter&& other) noexcept;
  RunWriter& operator=(RunWriter&&) = delete;
  ~RunWriter();

  const std::filesystem::path& folder() const { return folder_; }

  Result<void> add(const Json& measurement);

  // run.json once more, with `more` and the time of the end.
  Result<void> finish(const Json& more);

 private:
  RunWriter() = default;
  Result<void> write_about() const;

  std::filesystem::path folder_;
  Json about_;
  int measurements_ = -1;  // file descriptor
};

// The name of a sound within a run's folder; the same text has the same name in every run.
std::string audio_name(std::string_view label, std::string_view variant, const Prompt& prompt);

struct Measurement {
  std::string task, variant, prompt;
  int round = 0;
  bool cold = false;                      // the first of its variant, before any warm-up
  std::map<std::string, double> numbers;  // finite
  std::string text, audio;                // what came out; a file's name in the folder, or empty
};

constexpr double kLongestSeconds = 600;  // of a sound that is read

struct Run {
  std::filesystem::path folder;
  std::string id, label;
  Json about;  // run.json
  std::vector<Prompt> prompts;
  std::vector<Measurement> measurements;
  bool finished = false;

  std::string name() const { return label.empty() ? id : label; }
};

// The folder is untrusted: what is wrong with it is said with file and line. A last line that was
// cut is left out.
Result<Run> read_run(const std::filesystem::path& folder);

// A folder, or what names one in `parent`: its name, its id, or a label, of which the newest
// counts.
Result<std::filesystem::path> find_run(const std::string& name,
                                       const std::filesystem::path& parent);

}  // namespace sotto::measure
