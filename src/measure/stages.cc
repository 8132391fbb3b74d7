#include "measure/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "measure/statistics.h"

namespace sotto::measure {
namespace {

constexpr StageBudget kStages[] = {
    {"parse_ms", "JSON parsing", 0.5, "0.5", "", false},
    {"clean_ms", "text cleaning", 0.2, "0.2", "", false},
    {"wait_translate_ms", "waiting to be translated", 0, "", "", true},
    {"translate_ms", "translation", 80, "40 to 80", "15 to 25", true},
    {"wait_voice_ms", "waiting for the voice", 0, "", "", true},
    {"first_audio_ms", "speech, to its first sound", 70, "50 to 70", "", true},
    {"wait_sink_ms", "audio buffer", 0.5, "0.5", "", true},
    {"work_to_first_audio_ms", "text ready to first audio, work", 150, "150", "30 to 50", false},
    {"ready_to_first_audio_ms", "text ready to first audio", 150, "150", "30 to 50", false},
};

}  // namespace

std::span<const StageBudget> stage_budgets() { return kStages; }

std::vector<BudgetRow> budget_rows(const Run& run, const std::string& task,
                                   const std::string& variant) {
  std::vector<BudgetRow> rows;
  if (task != "speak") return rows;
  for (const StageBudget& stage : kStages) {
    std::vector<double> warm;
    std::optional<double> cold;
    for (const Measurement& m : run.measurements) {
      const auto found = m.numbers.find(stage.key);
      if (m.task != task || m.variant != variant || found == m.numbers.end()) continue;
      if (!m.cold) {
        warm.push_back(found->second);
      } else if (!cold) {
        cold = found->second;
      }
    }
    if (warm.empty()) continue;
    const double p50 = median(warm);
    rows.push_back({.stage = &stage,
                    .cold = cold,
                    .p50 = p50,
                    .p95 = quantile(warm, 0.95),
                    .max = quantile(warm, 1),
                    .within = stage.budget_ms == 0 || p50 <= stage.budget_ms});
  }
  return rows;
}

std::string underruns_of(const Run& run, const std::string& variant) {
  size_t sentences = 0;
  double underruns = 0, gap_ms = 0;
  for (const Measurement& m : run.measurements) {
    if (m.variant != variant || !m.numbers.contains("underruns")) continue;
    ++sentences;
    underruns += m.numbers.at("underruns");
    if (const auto gap = m.numbers.find("gap_ms"); gap != m.numbers.end()) gap_ms += gap->second;
  }
  return fmt::format(
      "{:.0f} underruns within {} sentences, {:.1f} ms of silence where there was to be sound",
      underruns, sentences, gap_ms);
}

std::string budget_table(const Run& run) {
  std::set<std::string> seen;
  std::string out;
  for (const Measurement& first : run.measurements) {
    if (first.task != "speak" || !seen.insert(first.variant).second) continue;
    out += fmt::format("{}\n{:<34} {:>9} {:>9} {:>11} {:>9} {:>9} {:>9}\n", first.variant,
                       "stage (ms)", "budget", "later", "1st sentence", "p50", "p95", "max");
    for (const BudgetRow& row : budget_rows(run, first.task, first.variant)) {
      out += fmt::format("{:<34} {:>9} {:>9} {:>11} {:>9.2f} {:>9.2f} {:>9.2f}{}\n",
                         row.stage->label, row.stage->budget, row.stage->later_budget,
                         row.cold ? fmt::format("{:.2f}", *row.cold) : "", row.p50, row.p95,
                         row.max, row.within ? "" : "  over");
    }
    out += underruns_of(run, first.variant) + "\n";
  }
  return out;
}

}  // namespace sotto::measure
