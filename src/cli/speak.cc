// sotto speak: an agent's stream, or any text, spoken in another language while it is written.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "cli/digest_flags.h"
#include "cli/speech_run.h"
#include "cli/verbs.h"
#include "engine/translator_order.h"
#include "engine/translator_times.h"
#include "terminal/flags.h"
#include "terminal/voice_flags.h"
#include "translate/remote/remote_model.h"

namespace sotto::cli {
namespace {

constexpr const char* kSpeakHelp = R"(Examples:
  claude -p "fix the failing test" --output-format stream-json \
      --include-partial-messages --verbose | sotto speak --to ja
  codex exec --json "fix the failing test" | sotto speak --to ja
  sotto speak --to ja --output talk.wav --text session.jsonl
  sotto speak --to ja --voice none < README.md
  sotto speak --translator none --from en --voice-model english.yaml session.jsonl
  sotto speak --translator none --from en --output - < notes.txt | aplay -f S16_LE -r 48000)";

struct SpeakFlags {
  std::string file = "-", from = "en", to;
  std::string translator = "auto", voice = "auto", output = "device";
  std::string input_format = "auto", quant, timings, captions;
  std::string shortlist, draft, read, in_register, device = "cpu";
  std::optional<int> context;
  int threads = 0, draft_tokens = 8;
  std::optional<sotto::device::Precision> kv_cache;
  double speed = 1, sentence_silence = 0.2, latency_ms = engine::Pace().latency_ms;
  VoiceFlags of_voice;
  std::optional<bool> keep_up;
  DigestFlags digest;
  bool say_both = false, ssml = false, pauses = false;
  bool text = false, notes = false, thinking = false, no_cache = false;
};

void declare(CLI::App& app, SpeakFlags& f) {
  app.footer(kSpeakHelp);
  app.add_option("FILE", f.file, "What to speak; - is standard input")->capture_default_str();
  app.add_option("--from", f.from, "Language of the text")->capture_default_str();
  app.add_option("--to", f.to, "Language to speak, such as ja or jpn_Jpan");
  app.add_option(
         "--translator", f.translator,
         "Model name, hub id or folder, or somebody's server (URL#MODEL, deepl, google-cloud, "
         "azure, "
         "libretranslate:URL); auto: the best that is installed; none: no translation; a,b: b when "
         "a breaks")
      ->capture_default_str();
  add_latency_flag(app, f.latency_ms);
  app.add_option("--voice", f.voice, "Voice, auto, or none: text only; a,b: b when a breaks")
      ->capture_default_str();
  app.add_option("-o,--output", f.output,
                 "device, a .wav, .flac, .opus or .ogg file, or -: raw s16le mono")
      ->capture_default_str();
  app.add_option(
         "--input-format,--events", f.input_format,
         "What comes: text, or the stream of an agent (Claude Code, Codex, Gemini CLI, opencode, "
         "Cursor, Copilot CLI, pi); auto finds out")
      ->check(CLI::IsMember({"auto", "stream-json", "plain"}))
      ->capture_default_str();
  add_quant_flag(app, f.quant, "Weights of the translator", "--translator-quant,--quant");
  add_kv_cache_flag(app, f.kv_cache);
  add_shortlist_flag(app, f.shortlist);
  add_cache_flag(app, f.no_cache);
  add_draft_flags(app, f.draft, f.draft_tokens);
  add_context_flag(app, f.context, "2 for a server, 0 for a model of this machine");
  add_voice_flags_beside(app, f.of_voice);
  add_device_flag(app, f.device);
  app.add_option("--threads", f.threads,
                 "Threads that the translator and a neural voice share; 0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_option("--speed,--rate", f.speed,
                 "Speed of the voice, at the same pitch; 2: twice as fast")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate))
      ->capture_default_str();
  app.add_flag("--say-both", f.say_both,
               "Each sentence, and then its translation, each by a voice of its language");
  app.add_flag("--ssml", f.ssml, "The text is a document of SSML: <speak>...</speak>");
  app.add_flag("--pauses", f.pauses, "[pause 500ms] in the text is silence");
  app.add_option("--sentence-silence", f.sentence_silence, "Seconds between two sentences")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  add_keep_up_flag(
      app, f.keep_up,
      "for a stream that is heard from a sound card; with -o - and with files where it is given");
  app.add_option("--timings", f.timings, "Write a line of JSON a sentence to this file")
      ->type_name("FILE");
  app.add_option("--captions", f.captions,
                 "Write what is said, and when, to this .srt or .vtt file")
      ->type_name("FILE");
  app.add_flag("--text", f.text,
               "Print a line a sentence: source TAB translation (with -o -: on standard error)");
  app.add_flag("--notes", f.notes, "Say in a word where code or a table was left out");
  add_digest_flags(app, f.digest,
                   "Of a long answer only what has come of it, what failed and what is asked");
  add_read_flag(app, f.read, "");
  add_register_flag(app, f.in_register, " (default: polite)");
  app.add_flag("--speak-thinking", f.thinking, "Speak what the agent thinks as well");
}

agent::Format format_of(const std::string& name) {
  if (name == "stream-json") return agent::Format::stream_json;
  return name == "plain" ? agent::Format::plain : agent::Format::automatic;
}

engine::Pace pace_of(const SpeakFlags& f) {
  return {f.latency_ms, f.threads, f.device, weights_flag(f.quant)};
}

pipeline::TranslatorCandidates translator_candidates(
    const SpeakFlags& f, const std::vector<std::string>& names, const Language& from,
    const Language& to, const std::optional<translate::ShortlistChoice>& shortlist,
    const std::shared_ptr<const device::Backend>& backend) {
  const auto registers = std::make_shared<engine::Registers>();
  pipeline::TranslatorCandidates candidates;
  for (const std::string& name : names) {
    if (name == "none") {
      candidates.push_back({name, [] {
                              return Result<std::unique_ptr<translate::Translator>>(
                                  pipeline::no_translation());
                            }});
      continue;
    }
    translate::TranslatorOptions options;
    options.model = name;
    options.from = from;
    options.to = to;
    options.weights = weights_flag(f.quant);
    options.keep_weights = true;
    options.threads = f.threads;
    options.backend = backend;
    options.shortlist = shortlist;
    options.draft = f.draft;
    options.draft_tokens = f.draft_tokens;
    const bool is_remote = translate::is_remote(name);
    options.context = f.context.value_or(is_remote ? 2 : 0);
    candidates.push_back(
        {name,
         [options, no_cache = f.no_cache, registers, wanted = register_flag(f.in_register),
          pace = is_remote ? std::nullopt : std::optional(pace_of(f))] {
           auto loaded = load_translator(options, no_cache);
           if (loaded && pace)
             loaded = engine::with_times(*std::move(loaded),
                                         engine::times_subject(options.model, *pace));
           return loaded ? registers->apply(*std::move(loaded), options.to, wanted)
                         : std::move(loaded);
         },
         is_remote});
  }
  return candidates;
}

int speak(const SpeakFlags& f, Session& session) {
  const bool translates = f.translator != "none";
  const Result<Language> from = language_flag("--from", f.from);
  if (!from) return fail(from.error());
  const Result<Language> to = f.to.empty() && !translates ? from : language_flag("--to", f.to);
  if (!to) return fail(to.error());
  const auto shortlist = shortlist_flag(f.shortlist);
  if (!shortlist) return fail(shortlist.error());
  const Result<text::Verbatim> read = read_flag(f.read, *to);
  if (!read) return fail(read.error());
  auto source = pipeline::open_source(f.file);
  if (!source) return fail(source.error());
  const auto backend = device_flag(f.device, f.threads, f.kv_cache);
  if (!backend) return fail(backend.error());

  SpeechRun run;
  run.source = std::move(*source);
  run.from = *from;
  run.to = *to;
  if (translates && *from != *to) {
    const auto names = engine::translator_order(f.translator, *from, *to, pace_of(f));
    if (!names) return fail(names.error());
    run.translators = translator_candidates(f, *names, *from, *to, *shortlist, *backend);
  }
  run.voice = f.voice;
  run.speed = f.speed;
  run.voice_options = voice_options(f.of_voice);
  run.voice_options.threads = f.threads;
  run.voice_options.backend = *backend;
  run.output = f.output;
  run.options.keep_up = f.keep_up.value_or(f.output == "device" && run.source->is_live());
  run.captions = f.captions;
  run.text = f.text;
  run.timings = f.timings;
  run.options.reader.format = format_of(f.input_format);
  run.options.reader.thinking = f.thinking;
  run.options.speech_text.notes = f.notes;
  run.options.say_both = f.say_both;
  run.options.pause_marks = f.pauses;
  if (f.ssml) run.options.ssml = pipeline::Ssml::always;
  if (const Result<void> applied = apply(f.digest, run.options); !applied)
    return fail(applied.error());
  run.options.speech_text.read = *read;
  run.options.sentence_silence_ms = 1000 * f.sentence_silence;
  run.options.block_silence_ms = 2.25 * run.options.sentence_silence_ms;
  return run_speech(std::move(run), session);
}

}  // namespace

Verb add_speak(CLI::App& app) {
  auto flags = std::make_shared<SpeakFlags>();
  CLI::App* verb = app.add_subcommand("speak", "Speak an agent's stream in another language");
  declare(*verb, *flags);
  return {verb, [flags](Session& session) { return speak(*flags, session); }};
}

}  // namespace sotto::cli
