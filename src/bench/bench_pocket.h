// Times Pocket TTS on a text whose speech has a forced length, whatever the weights say of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "speech/pocket_voice.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

struct SayBench {
  terminal::VoiceFlags flags;  // --max-tokens does not count: the text is said in one go
  std::string device = "cpu";
  std::string voice;  // as PocketOptions; empty: the first
  std::string text =
      "I found the bug in the login handler and fixed it, and all of the tests pass "
      "now.";
  int frames = 125;  // 10 s
  int runs = 5, warmup = 1;
  bool zones = false;  // also where the time goes; what is measured takes a little longer
};

struct SayBenchResult {
  struct Run {
    double first_audio_ms, total_ms, cpu_ms;
    speech::PocketTimings parts;
  };
  std::vector<Run> runs;
  std::shared_ptr<speech::PocketZones> zones;  // of all runs; null: not asked for
  double audio_s = 0, load_ms = 0, peak_rss_mb = 0;
  int threads = 0;
  std::string device, isa, scheme;
  double device_peak_mb = 0;  // memory of another device
};

// Opens the voice, warms up, and then times `bench.runs` runs, each one after `ready` has said true
// and each checked for its length.
Result<SayBenchResult> run_bench(const SayBench& bench, const std::function<bool()>& ready,
                                 const std::function<void(const SayBenchResult::Run&)>& done);

// One run, and all of them, as a line of JSON; the same for people.
std::string json_of(const SayBench& bench, const SayBenchResult::Run& run);
std::string json_of(const SayBench& bench, const SayBenchResult& result);
std::string table_of(const SayBench& bench, const SayBenchResult& result);

}  // namespace sotto::bench
