// `sotto bench translate|say` on prompts: what takes turns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/bench_run.h"
#include "terminal/voice_flags.h"

namespace sotto::bench {

// The choices of --quant and --threads, each by each; one of "as it is" where there is none.
struct Setting {
  std::string scheme;
  int threads = 0;
  std::optional<device::Precision> kv_cache;

  std::string name() const;  // "q8 2t", "q8 2t kv:int8"
  measure::Json about(const std::string& device) const;
};
Result<std::vector<Setting>> settings(std::vector<std::string> schemes,
                                      std::vector<std::string> threads,
                                      std::optional<device::Precision> kv_cache);

struct TranslatePrompts {
  std::vector<std::string> models, schemes, threads;  // each by each; empty: as stored, all
  std::optional<int> beam;
  std::optional<device::Precision> kv_cache;
  std::string device = "cpu", from = "en", to = "ja";
};

struct SayPrompts {
  std::vector<std::string> voices, schemes, threads;  // the last two: of those with models
  std::string device = "cpu";
  VoiceFlags flags;
  std::string to;
};

int bench_translate_prompts(const BenchRun& bench, const TranslatePrompts& what, Session& session);
int bench_say_prompts(const BenchRun& bench, const SayPrompts& what, Session& session);

}  // namespace sotto::bench
