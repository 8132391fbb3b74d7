#include "bench/bench_flags.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace sotto::bench {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

void add_run_flags(CLI::App& app, int& runs, int& warmup) {
  app.add_option("--runs", runs, "Timed runs")->check(CLI::Range(1, 100000))->capture_default_str();
  app.add_option("--warmup", warmup, "Runs before the first timed one")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
}

void add_kept_flags(CLI::App& app, BenchRun& r) {
  r.label = variable("RUN_LABEL");
  r.id = variable("RUN_ID");
  r.compare_with = variable("COMPARE_RUN");
  app.add_option("--label", r.label, "Keep the run, by this name ($RUN_LABEL)")->group(kKeptGroup);
  app.add_option("--folder", r.folder, "Where runs are kept")
      ->capture_default_str()
      ->group(kKeptGroup);
  app.add_option("--run-id", r.id, "The run's id (default: the time; $RUN_ID)")->group(kKeptGroup);
  app.add_option("--compare-with", r.compare_with,
                 "A run to be compared with at the end ($COMPARE_RUN)")
      ->group(kKeptGroup);
}

void add_prompt_flags(CLI::App& app, BenchRun& r) {
  app.add_option("--prompts", r.prompts,
                 "A text a line, or set TAB text TAB reference (default: sotto's own)")
      ->type_name("FILE")
      ->group(kKeptGroup);
  app.add_option("--sets", r.sets, "Of the prompts, such as short,edge")->group(kKeptGroup);
}

void add_list_flags(CLI::App& app, std::string& quant, std::string& threads) {
  app.add_option("--quant", quant,
                 "Weights: f32, f16, bf16, q8, q6, q4, q4:32, int8 (default: as stored); with "
                 "--label any number, as in q8,q4")
      ->type_name("SCHEME");
  app.add_option("--threads", threads, "0: one a processor; with --label any number, as in 1,2");
}

}  // namespace sotto::bench
