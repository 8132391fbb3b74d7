// Times a translation network on work that does not depend on its weights: made-up ids, and a
// length that is forced.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "device/zones.h"
#include "sotto/error.h"

namespace sotto::bench {

struct TranslateBench {
  std::string model, quant, shortlist, device = "cpu";
  int source_tokens = 24;  // language and </s> included
  int new_tokens = 16;     // the forced language is the first
  int beam = 1, batch = 1, threads = 0, runs = 10, warmup = 2;
  std::optional<sotto::device::Precision> kv_cache;
  bool zones = false;  // time the operations, too
};

// Times of the runs, and the machine's limits.
struct TranslateBenchResult {
  struct Run {
    double full_ms, full_cpu_ms;  // all new tokens
    double short_ms;              // a quarter of them
    double computing_ms;          // of full_ms the host waited so long for another device
  };
  std::vector<Run> runs;
  int short_tokens = 0;
  double load_ms = 0, peak_rss_mb = 0, bandwidth_gb_per_s = 0;
  size_t step_bytes = 0;
  double fc2_columns_read = 1;  // of all, on average; 1 where they lie by rows
  int threads = 0, outputs = 0, vocabulary = 0;
  double device_peak_mb = 0;  // memory of another device
  std::string device, isa, scheme;
  std::vector<device::Zone> zones;  // of all runs together, where they were asked for
  double zones_ms = 0;              // what those runs took
};

// Loads the model, checks its output, warms up, and then times `bench.runs` runs, each one after
// `ready` has said true. The check: every hypothesis has the forced length, and a second run gives
// the same ids.
Result<TranslateBenchResult> run_bench(
    const TranslateBench& bench, const std::function<bool()>& ready,
    const std::function<void(const TranslateBenchResult::Run&)>& done);

// One line of JSON, and the same for people.
std::string json_of(const TranslateBench& bench, const TranslateBenchResult& result);
std::string table_of(const TranslateBench& bench, const TranslateBenchResult& result);

}  // namespace sotto::bench
