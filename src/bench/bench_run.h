// A run of `sotto bench` on prompts: variants in turns, each measurement kept as soon as it is
// made.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/verbs.h"
#include "measure/compare_runs.h"
#include "measure/run_folder.h"

namespace sotto::bench {

// One setting of a task, ready to work.
class Contestant {
 public:
  virtual ~Contestant() = default;

  // Does what the prompt asks for, once, and gives the fields of its measurement, or of several:
  // each names its own "prompt" then. With `audio`, the sound goes to this file as well, outside
  // the times.
  virtual Result<std::vector<measure::Json>> measure(
      const measure::Prompt& prompt, const std::optional<std::filesystem::path>& audio,
      const std::stop_token& stop) = 0;
};

struct Variant {
  std::string name;     // "q8, 2 threads": the same in every run
  measure::Json about;  // for run.json
  std::function<Result<std::unique_ptr<Contestant>>()> open;
};

struct BenchRun {
  std::string label;    // empty: nothing is kept
  std::string id;       // empty: the time
  std::string prompts;  // a file; empty: those that come with sotto
  std::string sets;     // of the prompts, "short,edge"; empty: all
  std::string folder = "bench-runs";
  std::string compare_with;  // a run to be compared with at the end; empty: none
  int runs = 5, warmup = 1;
};

// The prompts of the run, in their order.
Result<std::vector<measure::Prompt>> prompts_of(const BenchRun& bench);

// Measures, prints a table and the folder, and gives the exit code. `about` goes to run.json.
int run_variants(const BenchRun& bench, const std::string& task, measure::Json about,
                 const std::vector<measure::Prompt>& prompts, const std::vector<Variant>& variants,
                 Session& session);

}  // namespace sotto::bench
