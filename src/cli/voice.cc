// sotto voice: voices of one's own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/verbs.h"
#include "speech/pocket_voice.h"
#include "terminal/line_writer.h"
#include "terminal/pocket_flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kVoiceHelp = R"(Only with the speaker's consent.

Examples:
  sotto voice add anna anna.wav --model english.yaml
  sotto say "Hello." --voice pocket-tts:anna --model english.yaml)";

struct AddFlags {
  std::string name, recording;
  PocketFlags pocket;
};

int add(const AddFlags& f) {
  speech::PocketOptions options = pocket_options(f.pocket);
  options.voice = f.recording;
  const auto file = speech::add_pocket_voice(options, f.name);
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
  added->add_option("NAME", flags->name, "Its name: --voice pocket-tts:NAME")->required();
  added
      ->add_option("FILE", flags->recording,
                   "WAV, FLAC, Ogg or MP3, of which 30 s are heard; or a voice's .safetensors")
      ->required()
      ->check(CLI::ExistingFile);
  added->add_option("--model", flags->pocket.model, "Model whose voice it will be: yaml or folder")
      ->required();
  return {verb, [flags](Session&) { return add(*flags); }};
}

}  // namespace sotto::cli
