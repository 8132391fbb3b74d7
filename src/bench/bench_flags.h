// Flags that more than one way of measuring takes.
#pragma once

#include <string>

#include "bench/bench_run.h"

namespace CLI {
class App;
}

namespace sotto::bench {

inline constexpr const char* kKeptGroup = "Prompts, in a run that is kept";

// --runs and --warmup
void add_run_flags(CLI::App& app, int& runs, int& warmup);

// --label, --folder, --run-id and --compare-with; three of them have short twins in the
// environment, so that a script can set them once.
void add_kept_flags(CLI::App& app, BenchRun& run);
// --prompts and --sets
void add_prompt_flags(CLI::App& app, BenchRun& run);

// --quant and --threads as lists
void add_list_flags(CLI::App& app, std::string& quant, std::string& threads);

}  // namespace sotto::bench
