// Times XTTS on speech of given lengths: codes and their sound at the same time, as it speaks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

struct XttsBench {
  terminal::VoiceFlags flags;
  std::string device = "cpu";
  std::vector<int> tokens = {60, 150, 300};  // codes, 46 ms each, whatever the network would say
  int runs = 5, warmup = 1;
};

struct XttsBenchResult {
  struct Run {
    double text_ms, token_ms;  // what is said, and the median of a step, while sound is made
    double codes_ms;           // of all codes, the text as well
    double first_sound_ms, total_ms, cpu_ms;
    double alone_token_ms, alone_sound_ms;  // a step, and all of the sound, with nothing beside it
  };
  struct Length {
    int tokens;
    double audio_s = 0;
    std::vector<Run> runs;
  };
  std::vector<Length> lengths;
  double load_ms = 0, voice_ms = 0, load_peak_rss_mb = 0, peak_rss_mb = 0, gpt_mb = 0,
         hifigan_mb = 0;
  int threads = 0, text_tokens = 0;
  std::string isa, scheme;
};

// Opens the model and its first speaker, and then times the lengths in turns, `bench.runs` rounds
// of them, each one after `ready` has said true.
Result<XttsBenchResult> run_bench(const XttsBench& bench, const std::function<bool()>& ready,
                                  const std::function<void(const std::string& json)>& done);

// A line of JSON; the same for people.
std::string json_of(const XttsBenchResult& result);
std::string table_of(const XttsBenchResult& result);

}  // namespace sotto::bench
