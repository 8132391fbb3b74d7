// Pocket TTS: a neural voice, heard while it is still being made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quant/scheme.h"
#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kPocketKind;

struct PocketOptions {
  std::string model;  // a yaml, or a folder with one (models::pocket_tts::find_config)
  // A voice's .safetensors, a recording of one, or the name of one that was added
  // (pocket_voice_folder) or lies beside the model's weights. Empty: the first by name.
  std::string voice;
  bool voice_may_be_file = true;                     // false: a name alone, whoever asks for it
  std::optional<double> temperature, eos_threshold;  // none: the model's own
  uint64_t seed = 0;
  int sampler_steps = 1;
  int max_tokens = 50;                                  // of what is said in one go
  double rate = 1;                                      // as open_voice takes it
  std::optional<quant::Scheme> weights;                 // none: as stored
  int threads = 0;                                      // 0: one a processor
  std::shared_ptr<const device::Backend> backend = {};  // whose threads compute; null: its own
  VoiceModels* models = nullptr;                        // whose weights are shared; null: its own
};

PocketOptions pocket_options(const VoiceOptions& options);

Result<std::unique_ptr<Voice>> open_pocket_voice(const PocketOptions& options);

// Makes a voice of the recording `options.voice` and keeps it under `name`; gives its file.
Result<std::filesystem::path> add_pocket_voice(const PocketOptions& options,
                                               const std::string& name);

// The folder of the voices that were added for a model: <user data>/voices/pocket-tts/<the yaml's
// name>.
std::filesystem::path pocket_voice_folder(const std::filesystem::path& yaml);

// The names of the voices that find_config's `model` has: those that were added for it, and those
// that lie beside its weights. None where the model is not there.
std::vector<std::string> pocket_voices(const std::string& model);

}  // namespace sotto::speech
