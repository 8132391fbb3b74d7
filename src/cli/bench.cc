// sotto bench: how fast a network is on this machine, as one line of JSON or a table.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

#include "cli/bench_say.h"
#include "cli/bench_translate.h"
#include "cli/flags.h"
#include "cli/line_writer.h"
#include "cli/verb.h"

namespace sotto::cli {
namespace {

constexpr const char* kTranslateFooter = R"(Examples:
  sotto bench translate --model narrator-en-ja --threads 2
  sotto bench translate --model nllb-600m-int8 --beam 5 --runs 20 --json

median_ms is a whole translation: encoder and all steps. ms_per_step is the slope
between it and one of a quarter of the length. gb_per_s are the weights that a step
must read, divided by it; bandwidth_gb_per_s is what this machine reads at most.
Where cpu_ms is not about threads times wall_ms, something else had the processors.)";

constexpr const char* kSayFooter = R"(Examples:
  sotto bench say --model english.yaml --threads 2
  sotto bench say --model pocket-tts-english --quant int8 --runs 20 --json

first_audio_ms is from the call to the first sound, with a voice that is ready. FlowLM
(its frames, and text_prompt_ms for the text) and Mimi compute at the same time, each on
its own thread: their wall and processor times a frame are those of that run.)";

struct BenchFlags {
  TranslateBench translate;
  SayBench say;
  bool json = false, paced = false;
};

void add_run_flags(CLI::App& app, int& runs, int& warmup) {
  app.add_option("--runs", runs, "Timed runs")->check(CLI::Range(1, 100000))->capture_default_str();
  app.add_option("--warmup", warmup, "Runs before the first timed one")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
}

void add_output_flags(CLI::App& app, BenchFlags& f) {
  app.add_flag("--json", f.json, "One line of JSON instead of a table");
  app.add_flag("--paced", f.paced,
               "A run for each line on standard input, and a line of JSON when it is ready and "
               "after each, so that another program can run in turns with this one");
}

void declare_translate(CLI::App& app, BenchFlags& f) {
  TranslateBench& b = f.translate;
  app.footer(kTranslateFooter);
  app.add_option("--model", b.model, "Model name, hub id or folder; its tokenizer is not needed")
      ->required();
  app.add_option("--source-tokens", b.source_tokens, "Ids of a source, language and end included")
      ->check(CLI::Range(2, 1024))
      ->capture_default_str();
  app.add_option("--new-tokens", b.new_tokens, "Ids to make, the language included")
      ->check(CLI::Range(4, 1024))
      ->capture_default_str();
  app.add_option("--beam", b.beam, "Hypotheses; 1 is greedy")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--batch", b.batch, "Sources at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--threads", b.threads, "0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  add_run_flags(app, b.runs, b.warmup);
  add_quant_flag(app, b.quant, "Weights");
  app.add_option("--shortlist", b.shortlist,
                 "Output rows of one language (by the tokenizer), or so many rows")
      ->type_name("LANG[:FILE]|ROWS");
  app.add_flag("--zones", b.zones, "Also where the time goes: each operation on each shape");
  add_output_flags(app, f);
}

void declare_say(CLI::App& app, BenchFlags& f) {
  SayBench& b = f.say;
  app.footer(kSayFooter);
  add_pocket_flags(app, b.pocket);
  app.get_option("--model")->required();
  app.add_option("--voice", b.voice,
                 "As behind pocket-tts: in --voice of say (default: the first)");
  app.add_option("--text", b.text, "What to say, in one go")->capture_default_str();
  app.add_option("--frames", b.frames, "Length of the speech, 80 ms each")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  add_run_flags(app, b.runs, b.warmup);
  app.add_flag("--zones", b.zones, "Also where the time goes: each operation on each shape");
  add_output_flags(app, f);
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

int bench_say(const BenchFlags& f) {
  const auto done = [&](const SayBenchResult::Run& run) {
    if (f.paced) print_result(json_of(f.say, run) + "\n");
  };
  const Result<SayBenchResult> result = run_bench(f.say, pacer(f), done);
  if (!result) return fail(result.error());
  return print_result(f.json || f.paced ? json_of(f.say, *result) + "\n"
                                        : table_of(f.say, *result));
}

int bench_translate(const BenchFlags& f) {
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

}  // namespace

Verb add_bench(CLI::App& app) {
  auto flags = std::make_shared<BenchFlags>();
  CLI::App* verb = app.add_subcommand("bench", "Measure how fast a model is on this machine");
  verb->footer(
      "Examples:\n  sotto bench translate --model narrator-en-ja --threads 2\n"
      "  sotto bench say --model english.yaml --threads 2");
  CLI::App* translate = verb->add_subcommand("translate",
                                             "An encoder-decoder network: time a "
                                             "translation of forced length");
  declare_translate(*translate, *flags);
  CLI::App* say = verb->add_subcommand("say", "A neural voice: time a speech of forced length");
  declare_say(*say, *flags);
  verb->require_subcommand(1);
  return {verb, [flags, say](Session&) {
            return say->parsed() ? bench_say(*flags) : bench_translate(*flags);
          }};
}

}  // namespace sotto::cli
