// Runs of `sotto bench` beside each other.
#pragma once

#include <string>
#include <vector>

#include "bench/verbs.h"
#include "measure/compare_runs.h"

namespace sotto::bench {

struct BenchCompare {
  std::vector<std::string> runs;
  std::string folder = "bench-runs", html;
  measure::Limits limits;
  bool json = false;
};

// Prints the table (or JSON), writes the report, and gives the exit code: kFailed when one is
// slower or worse than the limits allow.
int compare_runs(const BenchCompare& flags);

// The numbers of a finished run as a table and, where `base` is not empty, the comparison with it.
int report_run(const std::filesystem::path& run, const std::string& parent,
               const std::string& base);

void declare_compare(CLI::App& app, BenchCompare& flags);

}  // namespace sotto::bench
