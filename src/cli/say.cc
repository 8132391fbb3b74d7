// sotto say: a text as it stands, with a voice of its own language.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/speech_run.h"
#include "cli/verbs.h"
#include "speech/pocket_languages.h"
#include "terminal/flags.h"
#include "terminal/pocket_flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kSayHelp = R"(Examples:
  sotto say "The tests pass." --voice espeak-ng -o done.wav
  sotto say "The tests pass." --voice pocket-tts:alba --model english.yaml
  sotto say "テストは通りました。" --to ja
  echo "Hello." | sotto say - --to en -o - | aplay -f S16_LE -r 48000)";

struct SayFlags {
  std::string text, voice = "auto", to, output = "device";
  double rate = 1;
  PocketFlags pocket;
};

// The language to speak when none was named: the voice's own, or its model's, when that is just
// one.
std::string language_of(const std::string& voice, const std::string& model) {
  if (!model.empty() && (voice == "auto" || voice.starts_with("pocket-tts"))) {
    const std::vector<std::string> languages = speech::languages_of_pocket_model(model);
    return languages.size() == 1 ? languages[0] : "en";
  }
  for (const speech::VoiceInfo& info : speech::list_voices()) {
    const bool named = info.name == voice || info.name.starts_with(voice + ":");
    if (named && info.languages.size() == 1) return info.languages[0];
  }
  return "en";
}

int say(const SayFlags& f, Session& session) {
  if (f.voice == "none") return fail_usage("--voice: none, expected a voice to say the text");
  const Result<text::Language> language =
      language_flag("--to", f.to.empty() ? language_of(f.voice, f.pocket.model) : f.to);
  if (!language) return fail(language.error());
  SpeechRun run;
  if (f.text == "-") {
    auto source = pipeline::open_source(f.text);
    if (!source) return fail(source.error());
    run.source = std::move(*source);
  } else {
    run.source = pipeline::text_source(f.text);
  }
  run.from = run.to = *language;
  run.voice = f.voice;
  run.rate = f.rate;
  run.pocket = pocket_options(f.pocket);
  run.output = f.output;
  run.options.reader.format = agent::Format::plain;
  run.options.speech_text.markdown = false;
  return run_speech(std::move(run), session);
}

}  // namespace

Verb add_say(CLI::App& app) {
  auto flags = std::make_shared<SayFlags>();
  CLI::App* verb = app.add_subcommand("say", "Say a text as it stands");
  verb->footer(kSayHelp);
  verb->add_option("TEXT", flags->text, "What to say; - is standard input")->required();
  verb->add_option("--voice", flags->voice, "Voice, or auto; a,b: b when a breaks")
      ->capture_default_str();
  verb->add_option("--to", flags->to, "Language of the text and the voice (default: the voice's)");
  verb->add_option("-o,--output", flags->output,
                   "device, a .wav, .flac, .opus or .ogg file, or -: raw s16le mono")
      ->capture_default_str();
  verb->add_option("--rate", flags->rate, "Speed of the voice, at the same pitch; 2: twice as fast")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate))
      ->capture_default_str();
  add_pocket_flags(*verb, flags->pocket);
  return {verb, [flags](Session& session) { return say(*flags, session); }};
}

}  // namespace sotto::cli
