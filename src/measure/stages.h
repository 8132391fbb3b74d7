// The stages of an utterance in a run of `sotto bench speak`, beside what they may take.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/run_folder.h"

namespace sotto::measure {

struct StageBudget {
  const char* key;
  const char* label;
  double budget_ms;    // to begin with; 0: none
  const char* budget;  // as text
  const char* later_budget;
  bool in_sequence;  // one after the other they make up the way from text to sound
};
std::span<const StageBudget> stage_budgets();

struct BudgetRow {
  const StageBudget* stage;
  std::optional<double> cold;  // of the first sentence
  double p50, p95, max;        // of the others
  bool within;                 // the median keeps the budget
};
// Empty where the variant has no utterances.
std::vector<BudgetRow> budget_rows(const Run& run, const std::string& task,
                                   const std::string& variant);

// "no underrun in 80 sentences": how often a sound card would have run dry within a sentence.
std::string underruns_of(const Run& run, const std::string& variant);

std::string budget_table(const Run& run);

}  // namespace sotto::measure
