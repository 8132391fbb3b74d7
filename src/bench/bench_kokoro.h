// Times Kokoro on clauses of given lengths, stage by stage.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device/zones.h"
#include "models/kokoro/session.h"
#include "sotto/error.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

struct KokoroBench {
  terminal::VoiceFlags flags;
  std::string device = "cpu";
  std::string voice;  // or a mix; empty: the first by name
  std::vector<int> phonemes = {60, 150, 300};
  int runs = 5, warmup = 1;
  bool zones = false;  // also where the time goes; what is measured takes a little longer
};

struct KokoroBenchResult {
  struct Run {
    double first_ms, total_ms, cpu_ms;  // to its first sound, and until all of it is made
    models::kokoro::StageTimes stages;
  };
  struct Length {
    int phonemes;
    double audio_s = 0;
    std::vector<Run> runs;
  };
  std::vector<Length> lengths;
  std::shared_ptr<device::Zones> zones;  // of all runs; null: not asked for
  double load_ms = 0, load_peak_rss_mb = 0, peak_rss_mb = 0, weights_mb = 0;
  int threads = 0;
  std::string isa, scheme;
};

// Opens the model, and then times the lengths in turns, `bench.runs` rounds of them, each one after
// `ready` has said true.
Result<KokoroBenchResult> run_bench(const KokoroBench& bench, const std::function<bool()>& ready,
                                    const std::function<void(const std::string& json)>& done);

// A line of JSON; the same for people.
std::string json_of(const KokoroBenchResult& result);
std::string table_of(const KokoroBenchResult& result);

}  // namespace sotto::bench
