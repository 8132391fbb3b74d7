// sotto voice: voices of one's own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/verbs.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/voice_flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kVoiceHelp = R"(Only with the speaker's consent.

Examples:
  sotto voice add anna anna.wav --voice-model english.yaml
  sotto say "Hello." --voice pocket-tts:anna --voice-model english.yaml
  sotto voice add anna anna.wav --voice-model chatterbox
  sotto say "Hello." --voice chatterbox:anna
  sotto voice add anna recordings/ --voice-model xtts
  sotto say "Hello." --voice xtts:anna)";

struct AddFlags {
  std::string name, recording, device = "cpu";
  VoiceFlags of_voice;
};

int add(const AddFlags& f) {
  speech::VoiceOptions options = voice_options(f.of_voice);
  const auto backend = device_flag(f.device, f.of_voice.threads, f.of_voice.kv_cache);
  if (!backend) return fail(backend.error());
  options.backend = *backend;
  const auto file = speech::add_voice(f.recording, f.name, options);
  if (!file) return fail(file.error());
  return print_result(fmt::format("{}\n", file->string()));
}

}  // namespace

Verb add_voice(CLI::App& app) {
  auto flags = std::make_shared<AddFlags>();
  CLI::App* verb = app.add_subcommand("voice", "Make voices of one's own");
  verb->require_subcommand(1);
  CLI::App* added = verb->add_subcommand("add", "Keep the voice of a recording under a name");
  added->footer(kVoiceHelp);
  added
      ->add_option("NAME", flags->name,
                   "Its name: --voice pocket-tts:NAME, chatterbox:NAME or xtts:NAME")
      ->required();
  added
      ->add_option(
          "FILE", flags->recording,
          "WAV, FLAC, Ogg or MP3, of which 30 s are heard; or a voice's .safetensors or .pt; for "
          "XTTS also a folder of recordings")
      ->required()
      ->check(CLI::ExistingPath);
  add_voice_model_flag(*added, flags->of_voice)
      ->description("Model whose voice it will be: yaml or folder")
      ->required();
  add_device_flag(*added, flags->device);
  return {verb, [flags](Session&) { return add(*flags); }};
}

}  // namespace sotto::cli
