// The flags of neural voices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "speech/pocket_voice.h"

namespace CLI {
class App;
}

namespace sotto::terminal {

struct PocketFlags {
  std::string model, quant;
  std::optional<double> temperature, eos_threshold;
  uint64_t seed = 0;
  int lsd_steps = 1, max_tokens = 50, threads = 0;
};

// --model, --temperature, --seed, --lsd-steps, --eos-threshold, --max-tokens, --quant, --threads
void add_pocket_flags(CLI::App& app, PocketFlags& flags);
// The same for a verb whose own --quant and --threads are of something else: --voice-quant, and no
// --threads.
void add_pocket_flags_beside(CLI::App& app, PocketFlags& flags);
speech::PocketOptions pocket_options(const PocketFlags& flags);

}  // namespace sotto::terminal
