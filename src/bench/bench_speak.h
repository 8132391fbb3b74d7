// `sotto bench speak`: the whole pipe on recorded sessions that arrive as a live one does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/bench_run.h"
#include "device/device.h"
#include "terminal/voice_flags.h"

namespace CLI {
class App;
}

namespace sotto::bench {

struct SpeakBench {
  std::vector<std::string> sessions;  // files
  std::string translator = "narrator-en-ja", from = "en", to = "ja", voice = "auto";
  terminal::VoiceFlags of_voice;
  std::string in_register;     // of Japanese; empty: as it is spoken usually
  std::string quant, threads;  // lists
  std::string device = "cpu";
  std::optional<device::Precision> kv_cache;
  double rate = 40;      // lines a second
  bool in_time = false;  // the listener takes sound as time goes by, so that speech falls behind
  bool keep_up = false;  // and it catches up
};

int bench_speak(const BenchRun& bench, const SpeakBench& what, Session& session);

}  // namespace sotto::bench
