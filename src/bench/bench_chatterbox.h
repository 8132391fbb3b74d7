// Times Chatterbox on speech of a given length, half by half.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

struct ChatterboxBench {
  terminal::VoiceFlags flags;  // and a model
  std::string device = "cpu";
  int tokens = 50;        // of speech, 25 a second, whatever the network would say
  int prompt_tokens = 0;  // of the voice that S3Gen hears; 0: all
  int runs = 5, warmup = 1;
};

struct ChatterboxBenchResult {
  struct Run {
    double text_ms, token_ms;        // T3: what is said, and the median of its steps
    double tokens_ms;                // all of them, the text as well
    double spectrum_ms, vocoder_ms;  // S3Gen
    double total_ms, cpu_ms;         // one half behind the other
    double first_sound_ms;           // of a second of tokens, in a stream
  };
  std::vector<Run> runs;
  double audio_s = 0, load_ms = 0, voice_ms = 0, peak_rss_mb = 0, t3_mb = 0, s3gen_mb = 0;
  int threads = 0, tokens = 0, prompt_frames = 0;
  std::string isa, scheme;
};

// Opens the model and its voice, and times `bench.runs` runs, each after `ready` has said true.
Result<ChatterboxBenchResult> run_bench(const ChatterboxBench& bench,
                                        const std::function<bool()>& ready,
                                        const std::function<void(const std::string& json)>& done);

// A line of JSON; the same for people.
std::string json_of(const ChatterboxBenchResult& result);
std::string table_of(const ChatterboxBenchResult& result);

}  // namespace sotto::bench
