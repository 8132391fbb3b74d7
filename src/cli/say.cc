// sotto say: a text as it stands, with a voice of its own language.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/speech_run.h"
#include "cli/verbs.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "terminal/voice_flags.h"
#include "text/ssml.h"

namespace sotto::cli {
namespace {

constexpr const char* kSayHelp = R"(Examples:
  sotto say "The tests pass." --voice espeak-ng -o done.wav
  sotto say "The tests pass." --voice pocket-tts:alba --voice-model english.yaml
  sotto say "The tests pass. All of them." -o done.wav --captions done.vtt
  sotto say "テストは通りました。" --language ja
  sotto say "Wait. [pause 500ms] Now."
  sotto say '<speak>Wait.<break time="500ms"/> <prosody rate="slow">Now.</prosody></speak>'
  echo "Hello." | sotto say - --language en -o - | aplay -f S16_LE -r 48000)";

struct SayFlags {
  std::string text, voice = "auto", language, output = "device", captions, device = "cpu";
  double speed = 1;
  bool ssml = false;
  VoiceFlags of_voice;
};

// The language of a document that names one; what is wrong with it is known before anything is opened.
Result<std::string> language_of_document(const std::string& document) {
  const auto made = text::read_ssml(document, {});
  if (!made) return made.error();
  return find_language(made->language) ? made->language : std::string();
}

int say(const SayFlags& f, Session& session) {
  if (f.voice == "none") return fail_usage("--voice: none, expected a voice to say the text");
  speech::VoiceOptions options = voice_options(f.of_voice);
  const auto backend = device_flag(f.device, f.of_voice.threads, f.of_voice.kv_cache);
  if (!backend) return fail(backend.error());
  options.backend = *backend;
  std::string wanted = f.language;
  if (f.text != "-" && (f.ssml || text::is_ssml(f.text))) {
    const Result<std::string> own = language_of_document(f.text);
    if (!own) return fail(own.error());
    if (wanted.empty()) wanted = *own;
  }
  const Result<Language> language = language_flag(
      "--language",
      wanted.empty() ? speech::only_language(f.voice, options).value_or("en") : wanted);
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
  run.speed = f.speed;
  run.voice_options = options;
  run.output = f.output;
  run.captions = f.captions;
  run.options.reader.format = agent::Format::plain;
  run.options.speech_text.markdown = false;
  run.options.ssml = f.ssml ? pipeline::Ssml::always : pipeline::Ssml::where_evident;
  run.options.pause_marks = true;
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
  verb->add_option("--language,--to", flags->language,
                   "Language of the text and the voice (default: the voice's)");
  verb->add_flag("--ssml", flags->ssml,
                 "The text is a document of SSML, as it is where it begins with <speak");
  verb->add_option("-o,--output", flags->output,
                   "device, a .wav, .flac, .opus or .ogg file, or -: raw s16le mono")
      ->capture_default_str();
  verb->add_option("--captions", flags->captions,
                   "Write what is said, and when, to this .srt or .vtt file")
      ->type_name("FILE");
  verb->add_option("--speed,--rate", flags->speed,
                   "Speed of the voice, at the same pitch; 2: twice as fast")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate))
      ->capture_default_str();
  add_device_flag(*verb, flags->device);
  add_voice_flags(*verb, flags->of_voice);
  return {verb, [flags](Session& session) { return say(*flags, session); }};
}

}  // namespace sotto::cli
