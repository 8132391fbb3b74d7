// The flags of voices: of all that have a model, and the settings of each kind.
#pragma once

#include <optional>
#include <string>

#include "speech/voice_kind.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sotto::terminal {

struct VoiceFlags {
  std::string model, quant;
  std::optional<device::Precision> kv_cache;  // the backend's, as `threads`
  int threads = 0;
  speech::VoiceSettings settings;
};

// --voice-model alone. --model, which it was called, is an error that says so.
CLI::Option* add_voice_model_flag(CLI::App& app, VoiceFlags& flags);

// --voice-model, --quant, --kv-cache, --threads, and a flag a setting of speech::voice_settings().
// `flags` stays where it is for as long as `app`.
void add_voice_flags(CLI::App& app, VoiceFlags& flags);
// The same for a verb whose own --quant and --threads are of something else: --voice-quant, and
// neither --threads nor --kv-cache.
void add_voice_flags_beside(CLI::App& app, VoiceFlags& flags);
speech::VoiceOptions voice_options(const VoiceFlags& flags);

}  // namespace sotto::terminal
