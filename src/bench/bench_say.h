// Times a voice of a network on speech of given lengths, whatever the network would make of them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "device/zones.h"
#include "sotto/error.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

struct SayBench {
  terminal::VoiceFlags flags;  // --max-tokens does not count: the text is said in one go
  std::string device = "cpu";
  std::string
      voice;  // as `sotto say` takes it; without a kind: one of Pocket TTS, empty: its first
  std::string text =
      "I found the bug in the login handler and fixed it, and all of the tests pass "
      "now.";
  std::vector<int> lengths;  // in the network's own unit; none: ten seconds
  int runs = 5, warmup = 1;
  bool zones = false;  // also where the time goes: the halves compute one behind the other then
};

struct SayBenchResult {
  nlohmann::ordered_json about;                             // the machine, and what was loaded
  std::vector<std::vector<nlohmann::ordered_json>> runs;    // of each length: numbers by name
  std::string unit;                                         // that names the length
  std::vector<device::Zone> frame_zones, sound_zones = {};  // of all runs of each half
};

// Opens the voice, warms up, and then times the lengths in turns, `bench.runs` rounds of them, each
// after `ready` has said true. `done` hears the numbers of each run.
Result<SayBenchResult> run_bench(const SayBench& bench, const std::function<bool()>& ready,
                                 const std::function<void(const std::string& json)>& done);

// Medians as a line of JSON; the same for people.
std::string json_of(const SayBenchResult& result);
std::string table_of(const SayBenchResult& result);

}  // namespace sotto::bench
