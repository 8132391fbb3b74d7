// Runs of `sotto bench` beside each other: how much faster or slower, how much better or worse.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/run_folder.h"
#include "measure/statistics.h"

namespace sotto::measure {

// One contestant: a task with one setting in one run.
struct Side {
  const Run* run;
  std::string variant;

  std::string name() const { return run->name() + ": " + variant; }
};

// A quantity of which less is better.
struct Metric {
  const char* key;
  const char* label;
  bool decides;  // a verdict "slower" makes the comparison fail
};
const std::vector<Metric>& metrics();

struct Speed {
  const Metric* metric;
  size_t prompts, rounds_a, rounds_b;
  double median_a, median_b, p95_a, p95_b;  // over all prompts and rounds
  Ratio medians, quartiles;
  Verdict verdict;
};

// Quality of what both made of the same prompts.
struct Quality {
  // Texts, against the references where there are some. The interval of the difference B - A is by
  // paired bootstrap over the prompts (Koehn 2004).
  struct Text {
    size_t prompts;
    double chrf_a, chrf_b, bleu_a, bleu_b;
    double chrf_change = 0, low = 0, high = 0;
  };
  std::optional<Text> text;
  double same_text = 1;  // share of the prompts that became the same text
  size_t lost_a = 0, lost_b = 0;

  struct Sound {
    size_t prompts;
    double mcd_mean, mcd_max, eos_shift_max_ms;
  };
  std::optional<Sound> sound;

  std::vector<std::string> worse;  // why B counts as worse; empty: it does not
};

struct Limits {
  double tolerance = 0.05;     // of a ratio of times
  double max_chrf_drop = 1.0;  // points, when the interval lies below zero as well
  double max_mcd_db = 4.0;     // mean over the prompts
};

struct Comparison {
  std::string task;
  Side a, b;
  std::vector<Speed> speed;
  Quality quality;

  bool fails() const;
};

// The first run beside each other one, contestant by contestant: those of the same task and
// variant, or, where a run has a single variant of a task, whatever that is. One run alone: its
// first variant of each task beside its others. Sounds are read from the runs' folders.
//
// An error when there is nothing to compare. The runs have to live as long as the comparisons,
// which point to them.
Result<std::vector<Comparison>> compare_runs(const std::vector<Run>& runs, const Limits& limits);

// Remarks that a run itself calls for: "was interrupted after 12 measurements", "other programs
// took 40 % ...".
std::vector<std::string> remarks_on(const Run& run);

std::string table_of(const std::vector<Comparison>& comparisons);
Json json_of(const std::vector<Comparison>& comparisons);

}  // namespace sotto::measure
