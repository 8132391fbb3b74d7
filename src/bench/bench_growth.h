// `sotto bench growth`: how times and memory grow with the size of the work.
#pragma once

#include <string>

#include "bench/bench_run.h"

namespace sotto::bench {

struct GrowthBench {
  std::string translator = "narrator-en-ja", from = "en", to = "ja", voice = "auto";
  int most_words = 200;  // of a sentence
  int most_stream_mb = 100;
};

// Measures every curve, prints it with the order that was expected, and gives the exit code:
// kFailed when one grows faster.
int bench_growth(const BenchRun& bench, const GrowthBench& what, Session& session);

}  // namespace sotto::bench
