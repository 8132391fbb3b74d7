#include "bench/bench_compare.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <map>

#include "base/file.h"
#include "base/json.h"
#include "base/log.h"
#include "measure/report.h"
#include "measure/stages.h"
#include "terminal/line_writer.h"

namespace sotto::bench {
namespace {

using measure::Json;
using measure::Run;

constexpr const char* kBenchCompareHelp = R"(Examples:
  sotto bench compare before after
  sotto bench compare 20260101-120000-1a2b        # the variants of one run
  COMPARE_RUN=before sotto bench compare after --json

B is slower (faster) when the 95 % bootstrap intervals of the ratio of the medians and of
the lower quartiles both lie beyond the tolerance; else it is undecided. Exit code 1 when
anything is slower, chrF fell, or sounds differ by more than the limits allow.)";

Result<std::vector<Run>> read_runs(const std::vector<std::string>& names,
                                   const std::string& parent) {
  std::vector<Run> runs;
  for (const std::string& name : names) {
    const auto folder = measure::find_run(name, parent);
    if (!folder) return folder.error();
    auto run = measure::read_run(*folder);
    if (!run) return run.error();
    if (run->measurements.empty()) {
      return Error{Errc::bad_format,
                   fmt::format("{}: has no measurement, expected some", folder->string())};
    }
    runs.push_back(*std::move(run));
  }
  return runs;
}

// Median and p95 of what was measured warm; the first, cold one beside it.
std::string table_of(const Run& run) {
  std::string text = fmt::format("{:<34} {:<26} {:>6} {:>9} {:>9} {:>9}\n", "variant", "ms",
                                 "count", "p50", "p95", "cold");
  std::map<std::string, bool> seen;
  for (const measure::Measurement& first : run.measurements) {
    if (std::exchange(seen[first.task + first.variant], true)) continue;
    for (const measure::Metric& metric : measure::metrics()) {
      std::vector<double> warm;
      std::string cold;
      for (const measure::Measurement& m : run.measurements) {
        const auto number = m.numbers.find(metric.key);
        if (m.task != first.task || m.variant != first.variant || number == m.numbers.end())
          continue;
        if (!m.cold)
          warm.push_back(number->second);
        else if (cold.empty())
          cold = fmt::format("{:.1f}", number->second);
      }
      if (warm.empty()) continue;
      text += fmt::format("{:<34} {:<26} {:>6} {:>9.1f} {:>9.1f} {:>9}\n",
                          fmt::format("{}: {}", first.task, first.variant), metric.label,
                          warm.size(), measure::median(warm), measure::quantile(warm, 0.95), cold);
    }
  }
  return text;
}

Result<void> write_report(const std::string& file, const std::vector<Run>& runs,
                          const std::vector<measure::Comparison>& comparisons) {
  if (file.empty()) return {};
  const auto page = measure::report_page(runs, comparisons);
  return page ? write_file(file, *page) : page.error();
}

}  // namespace

int compare_runs(const BenchCompare& flags) {
  std::vector<std::string> names = flags.runs;
  const char* base = std::getenv("COMPARE_RUN");
  if (names.size() == 1 && base != nullptr && *base != '\0') names.insert(names.begin(), base);
  const auto runs = read_runs(names, flags.folder);
  if (!runs) return fail(runs.error());
  for (const Run& run : *runs) {
    for (const std::string& remark : measure::remarks_on(run)) log::warn("{}", remark);
  }
  const auto comparisons = measure::compare_runs(*runs, flags.limits);
  if (!comparisons) return fail(comparisons.error());
  const std::string text =
      flags.json ? dumped(measure::json_of(*comparisons)) + "\n" : measure::table_of(*comparisons);
  if (const int failed = print_result(text); failed != kDone) return failed;
  if (const Result<void> written = write_report(flags.html, *runs, *comparisons); !written) {
    return fail(written.error());
  }
  for (const measure::Comparison& c : *comparisons) {
    if (c.fails()) return kFailed;
  }
  return kDone;
}

int report_run(const std::filesystem::path& folder, const std::string& parent,
               const std::string& base) {
  const auto run = measure::read_run(folder);
  if (!run) return fail(run.error());
  const std::string budgets = measure::budget_table(*run);
  const int failed = print_result(table_of(*run) + budgets + folder.string() + "\n");
  if (failed != kDone || base.empty()) return failed;
  BenchCompare flags;
  flags.runs = {base, folder.string()};
  flags.folder = parent;
  return compare_runs(flags);
}

void declare_compare(CLI::App& app, BenchCompare& f) {
  app.footer(kBenchCompareHelp);
  app.add_option("RUN", f.runs,
                 "Folders, ids or labels (the newest counts); the first one is what the others are "
                 "compared with")
      ->required();
  app.add_option("--folder", f.folder, "Where runs are")->capture_default_str();
  app.add_option("--tolerance", f.limits.tolerance, "A share by which times may differ")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app.add_option("--max-chrf-drop", f.limits.max_chrf_drop, "Points that chrF may fall")
      ->capture_default_str();
  app.add_option("--max-mcd", f.limits.max_mcd_db, "Mean mel-cepstral distortion, dB")
      ->capture_default_str();
  app.add_option("--html", f.html, "Write a page with plots and sounds, too")->type_name("FILE");
  app.add_flag("--json", f.json, "JSON instead of a table");
}

}  // namespace sotto::bench
