// sotto bench: how fast a network is on this machine, as one line of JSON or a table; with --label
// a run on prompts that is kept, to be compared with others.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <span>
#include <utility>

#include "bench/bench_compare.h"
#include "bench/bench_flags.h"
#include "bench/bench_growth.h"
#include "bench/bench_prompts.h"
#include "bench/bench_run.h"
#include "bench/bench_say.h"
#include "bench/bench_speak.h"
#include "bench/bench_translate.h"
#include "bench/bench_translators.h"
#include "bench/verbs.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"

namespace sotto::bench {
namespace {

constexpr const char* kTranslateFooter = R"(Examples:
  sotto bench translate --model narrator-en-ja --threads 2
  sotto bench translate --model nllb-600m-int8 --beam 5 --runs 20 --json
  sotto bench translate --model firefox-en-ja --batch 20 --new-tokens 48
  sotto bench translate --model narrator-en-ja --label before --threads 1,2

median_ms is a whole translation: encoder and all steps. ms_per_step is the slope
between it and one of a quarter of the length. gb_per_s are the weights that a step
must read, divided by it; bandwidth_gb_per_s is what this machine reads at most.
device_computes is the share of wall_ms in which another device than the processor did.
Where cpu_ms is not about threads times wall_ms, something else had the processors.

With --label prompts are translated instead of made-up ids, with the search of the model,
and everything is kept in bench-runs/<id>-<label>/; --quant, --threads and --model may be
lists then, whose variants take turns. docs/bench.md says more.)";

constexpr const char* kSayFooter = R"(Examples:
  sotto bench say --voice-model english.yaml --threads 2
  sotto bench say --voice-model pocket-tts-english --quant int8 --runs 20 --json
  sotto bench say --voice kokoro:jf_alpha --length 60,150,300 --threads 2
  sotto bench say --voice chatterbox --voice-model FOLDER --length 150 --quant int8
  sotto bench say --voice xtts --voice-model FOLDER --length 60,150,300 --quant int8
  sotto bench say --label voices --voice open-jtalk,espeak-ng --to ja

Speech has a given length, whatever the network would make of the text: frames of Pocket TTS
(12.5 a second), phonemes of Kokoro, tokens of Chatterbox (25 a second), codes of XTTS (21.5).
first_audio_ms is from the call to the first sound, with a voice that is ready, and total_ms
until all is made. The first half of a network (text to frames) and the second (frames to sound)
compute at the same time, each on a thread of its own: alone_frames_ms and alone_sound_ms are
of one of them with nothing beside it, and what is within them follows by name. With --zones
they compute one behind the other alone.

With --label prompts are said, as they are said by `sotto say`, and everything is kept in
bench-runs/<id>-<label>/; --voice, --quant and --threads may be lists then.)";

constexpr const char* kSpeakFooter = R"(Examples:
  sotto bench speak session.jsonl --label before
  sotto bench speak *.jsonl --rate 20 --quant q8,q4 --runs 3

Each session runs through the whole pipe at its pace, to a listener who takes all sound at
once: times include waiting for sentences before, not for their being heard. The first
sentence after loading is shown apart. An underrun is a moment within a sentence at which a
sound card would have had nothing to play.)";

constexpr const char* kGrowthFooter = R"(Examples:
  sotto bench growth --label growth
  sotto bench growth --runs 3 --stream-mb 10

Exit code 1 when a curve grows faster than it should.)";

struct BenchFlags {
  TranslateBench translate;
  SayBench say;
  BenchRun run;                // of prompts; when it has a label
  std::string quant, threads;  // lists, where a run is kept
  std::string from = "en", to = "ja";
  bool json = false, paced = false;
};

// Flags of one way of measuring mean nothing in the other.
constexpr const char* kOfForcedLength[] = {"--source-tokens", "--new-tokens", "--batch",
                                           "--zones",         "--shortlist",  "--text",
                                           "--length",        "--json",       "--paced"};
constexpr const char* kOfPrompts[] = {"--prompts", "--sets",         "--folder", "--run-id",
                                      "--from",    "--compare-with", "--to"};

void add_output_flags(CLI::App& app, BenchFlags& f) {
  app.add_flag("--json", f.json, "One line of JSON instead of a table");
  app.add_flag("--paced", f.paced,
               "A run for each line on standard input, and a line of JSON when it is ready and "
               "after each, so that another program can run in turns with this one");
}

void declare_translate(CLI::App& app, BenchFlags& f) {
  TranslateBench& b = f.translate;
  app.footer(kTranslateFooter);
  app.add_option("--model", b.model, "Model name, hub id or folder (with --label: a list)")
      ->required();
  app.add_option("--source-tokens", b.source_tokens,
                 "Ids of a source, the end and what names the language included")
      ->check(CLI::Range(2, 1024))
      ->capture_default_str();
  app.add_option("--new-tokens", b.new_tokens, "Ids to make, what names the language included")
      ->check(CLI::Range(4, 1024))
      ->capture_default_str();
  app.add_option("--beam", b.beam, "Hypotheses; 1 is greedy (with --label: default of the model)")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--batch", b.batch, "Sources at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_list_flags(app, f.quant, f.threads);
  add_kv_cache_flag(app, b.kv_cache);
  add_device_flag(app, b.device);
  add_run_flags(app, b.runs, b.warmup);
  app.add_option("--shortlist", b.shortlist,
                 "Output rows of one language (by the tokenizer), or so many rows")
      ->type_name("LANG[:FILE]|ROWS");
  app.add_flag("--zones", b.zones, "Also where the time goes: each operation on each shape");
  add_output_flags(app, f);
  add_kept_flags(app, f.run);
  add_prompt_flags(app, f.run);
  app.add_option("--to", f.to, "Language to translate to, or to speak")
      ->capture_default_str()
      ->group(kKeptGroup);
  app.add_option("--from", f.from, "Language of the prompts")
      ->capture_default_str()
      ->group(kKeptGroup);
}

void declare_say(CLI::App& app, BenchFlags& f) {
  SayBench& b = f.say;
  app.footer(kSayFooter);
  add_voice_flags(app, b.flags);
  for (const char* single : {"--voice-quant", "--threads"})
    app.remove_option(app.get_option(single));
  add_list_flags(app, f.quant, f.threads);
  add_device_flag(app, b.device);
  app.add_option(
      "--voice", b.voice,
      "Of a network, as for say: kokoro:NAME, chatterbox, xtts; a name or file alone is of "
      "pocket-tts (default: its first); with --label: a list, as in open-jtalk,espeak-ng");
  app.add_option("--text", b.text, "What to say, in one go")->capture_default_str();
  // The other names are those of the networks' units, which scripts know.
  app.add_option("--length,--frames,--phonemes,--tokens", b.lengths,
                 "Lengths of the speech in the network's unit (default: ten seconds)")
      ->delimiter(',')
      ->check(CLI::Range(1, 100000));
  add_run_flags(app, b.runs, b.warmup);
  app.add_flag("--zones", b.zones, "Also where the time goes: each operation on each shape");
  add_output_flags(app, f);
  add_kept_flags(app, f.run);
  add_prompt_flags(app, f.run);
  app.add_option("--to", f.to, "Language to translate to, or to speak")
      ->capture_default_str()
      ->group(kKeptGroup);
}

void declare_speak(CLI::App& app, SpeakBench& b, BenchRun& run) {
  app.footer(kSpeakFooter);
  app.add_option("FILE", b.sessions, "Recorded streams")->required();
  app.add_option("--rate", b.rate, "Lines a second")
      ->check(CLI::Range(0.01, 100000.0))
      ->capture_default_str();
  app.add_flag("--in-time", b.in_time,
               "The listener takes sound as a sound card does: times include that of hearing what "
               "stands before");
  app.add_flag("--keep-up", b.keep_up, "Speech that lies behind catches up, as that of speak");
  app.add_option("--from", b.from, "Language of the text")->capture_default_str();
  app.add_option("--to", b.to, "Language to speak")->capture_default_str();
  app.add_option("--translator", b.translator, "Model name, hub id or folder; none: no translation")
      ->capture_default_str();
  app.add_option("--voice", b.voice, "Voice, or auto")->capture_default_str();
  add_register_flag(app, b.in_register, " (default: polite)");
  add_voice_flags_beside(app, b.of_voice);
  add_list_flags(app, b.quant, b.threads);
  add_kv_cache_flag(app, b.kv_cache);
  add_device_flag(app, b.device);
  add_run_flags(app, run.runs, run.warmup);
  add_kept_flags(app, run);
}

void declare_growth(CLI::App& app, GrowthBench& b, BenchRun& run) {
  app.footer(kGrowthFooter);
  app.add_option("--from", b.from, "Language of the text")->capture_default_str();
  app.add_option("--to", b.to, "Language to speak")->capture_default_str();
  app.add_option("--translator", b.translator, "Model name, hub id or folder")
      ->capture_default_str();
  app.add_option("--voice", b.voice, "Voice, or auto")->capture_default_str();
  app.add_option("--words", b.most_words, "Longest sentence")
      ->check(CLI::Range(5, 10000))
      ->capture_default_str();
  app.add_option("--stream-mb", b.most_stream_mb, "Longest stream")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  add_run_flags(app, run.runs, run.warmup);
  add_kept_flags(app, run);
}

// Whether there is to be another run: of --paced, when a line has come.
std::function<bool()> pacer(const BenchFlags& f) {
  return [paced = f.paced, announced = false]() mutable {
    if (!paced) return true;
    if (!std::exchange(announced, true)) print_result("{\"ready\": true}\n");
    std::string line;
    return static_cast<bool>(std::getline(std::cin, line));
  };
}

int bench_say_network(const BenchFlags& f) {
  const auto done = [&](const std::string& json) {
    if (f.paced) print_result(json + "\n");
  };
  const Result<SayBenchResult> result = run_bench(f.say, pacer(f), done);
  if (!result) return fail(result.error());
  return print_result(f.json || f.paced ? json_of(*result) + "\n" : table_of(*result));
}

int bench_translate_network(const BenchFlags& f) {
  const auto done = [&](const TranslateBenchResult::Run& run) {
    if (!f.paced) return;
    print_result(fmt::format("{{\"full_ms\": {:.3f}, \"short_ms\": {:.3f}, \"cpu_ms\": {:.3f}}}\n",
                             run.full_ms, run.short_ms, run.full_cpu_ms));
  };
  const Result<TranslateBenchResult> result = run_bench(f.translate, pacer(f), done);
  if (!result) return fail(result.error());
  return print_result(f.json || f.paced ? json_of(f.translate, *result) + "\n"
                                        : table_of(f.translate, *result));
}

// An error names the first flag that belongs to the other way of measuring.
Result<void> check_flags(const CLI::App& app, bool prompts) {
  const std::span<const char* const> wrong = prompts ? std::span<const char* const>(kOfForcedLength)
                                                     : std::span<const char* const>(kOfPrompts);
  for (const char* name : wrong) {
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr || option->count() == 0) continue;
    return Error{Errc::bad_argument, fmt::format("{} is for measurements {} --label", name,
                                                 prompts ? "without" : "with")};
  }
  return {};
}

// A run without a label has one scheme and one number of threads.
Result<int> single_setting(const BenchFlags& f) {
  const auto choices = settings(split_list(f.quant), split_list(f.threads), {});
  if (!choices) return choices.error();
  if (choices->size() == 1) return choices->front().threads;
  return Error{Errc::bad_argument,
               fmt::format("--quant {} and --threads {}: several are for runs with --label",
                           f.quant, f.threads)};
}

int bench_translate(const CLI::App& app, BenchFlags& f, Session& session) {
  const bool prompts = !f.run.label.empty();
  if (const auto right = check_flags(app, prompts); !right) return fail(right.error());
  if (prompts) {
    f.run.runs = f.translate.runs;
    f.run.warmup = f.translate.warmup;
    const bool beams = app.get_option("--beam")->count() > 0;
    return bench_translate_prompts(f.run,
                                   {.models = split_list(f.translate.model),
                                    .schemes = split_list(f.quant),
                                    .threads = split_list(f.threads),
                                    .beam = beams ? std::optional(f.translate.beam) : std::nullopt,
                                    .kv_cache = f.translate.kv_cache,
                                    .device = f.translate.device,
                                    .from = f.from,
                                    .to = f.to},
                                   session);
  }
  const Result<int> threads = single_setting(f);
  if (!threads) return fail(threads.error());
  f.translate.quant = f.quant;
  f.translate.threads = *threads;
  return bench_translate_network(f);
}

int bench_say(const CLI::App& app, BenchFlags& f, Session& session) {
  const bool prompts = !f.run.label.empty();
  if (const auto right = check_flags(app, prompts); !right) return fail(right.error());
  if (prompts) {
    f.run.runs = f.say.runs;
    f.run.warmup = f.say.warmup;
    return bench_say_prompts(f.run,
                             {.voices = split_list(f.say.voice.empty() ? "auto" : f.say.voice),
                              .schemes = split_list(f.quant),
                              .threads = split_list(f.threads),
                              .device = f.say.device,
                              .flags = f.say.flags,
                              .to = f.to},
                             session);
  }
  const Result<int> threads = single_setting(f);
  if (!threads) return fail(threads.error());
  f.say.flags.quant = f.quant;
  f.say.flags.threads = *threads;
  return bench_say_network(f);
}

}  // namespace

Verb add_bench(CLI::App& app) {
  struct All {
    BenchFlags network;
    SpeakBench speak;
    GrowthBench growth;
    BenchRun run;  // of speak and growth
    BenchCompare compare;
    TranslatorsBench translators;
  };
  auto all = std::make_shared<All>();
  CLI::App* verb = app.add_subcommand("bench", "Measure how fast a model is on this machine");
  verb->footer(
      "Examples:\n  sotto bench translate --model narrator-en-ja --threads 2\n"
      "  sotto bench say --voice-model english.yaml --threads 2\n"
      "  sotto bench translate --model narrator-en-ja --label before\n"
      "  sotto bench compare before after");
  CLI::App* translate = verb->add_subcommand(
      "translate", "A translation network: a forced length, or prompts in a run that is kept");
  declare_translate(*translate, all->network);
  CLI::App* say = verb->add_subcommand("say",
                                       "A voice: forced lengths of a network's speech, or "
                                       "prompts in a run that is kept");
  declare_say(*say, all->network);
  CLI::App* speak = verb->add_subcommand("speak", "The whole pipe, on recorded sessions");
  declare_speak(*speak, all->speak, all->run);
  CLI::App* growth = verb->add_subcommand("growth", "How times and memory grow with the work");
  declare_growth(*growth, all->growth, all->run);
  CLI::App* translators = verb->add_subcommand(
      "translators", "Each translator of this machine: time, memory, licence, quality");
  declare_translators(*translators, all->translators);
  CLI::App* compare = verb->add_subcommand("compare", "Kept runs beside each other");
  declare_compare(*compare, all->compare);
  verb->require_subcommand(1);
  return {verb, [=](Session& session) {
            if (compare->parsed()) return compare_runs(all->compare);
            if (translators->parsed()) return bench_translators(all->translators);
            if (speak->parsed()) return bench_speak(all->run, all->speak, session);
            if (growth->parsed()) return bench_growth(all->run, all->growth, session);
            return say->parsed() ? bench_say(*say, all->network, session)
                                 : bench_translate(*translate, all->network, session);
          }};
}

}  // namespace sotto::bench
