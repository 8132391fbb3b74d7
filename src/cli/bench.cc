// sotto bench: how fast a network is on this machine, as one line of JSON or a table.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <utility>

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

struct BenchFlags {
  TranslateBench translate;
  bool json = false, paced = false;
};

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
  app.add_option("--runs", b.runs, "Timed runs")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--warmup", b.warmup, "Runs before the first timed one")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  add_quant_flag(app, b.quant, "Weights");
  app.add_option("--shortlist", b.shortlist,
                 "Output rows of one language (by the tokenizer), or so many rows")
      ->type_name("LANG[:FILE]|ROWS");
  app.add_flag("--zones", b.zones, "Also where the time goes: each operation on each shape");
  app.add_flag("--json", f.json, "One line of JSON instead of a table");
  app.add_flag("--paced", f.paced,
               "A run for each line on standard input, and a line of JSON when it is ready and "
               "after each, so that "
               "another program can run in turns with this one");
}

int bench_translate(const BenchFlags& f) {
  bool announced = false;
  const auto ready = [&] {
    if (!f.paced) return true;
    if (!std::exchange(announced, true)) print_result("{\"ready\": true}\n");
    std::string line;
    return static_cast<bool>(std::getline(std::cin, line));
  };
  const auto done = [&](const TranslateBenchResult::Run& run) {
    if (!f.paced) return;
    print_result(fmt::format("{{\"full_ms\": {:.3f}, \"short_ms\": {:.3f}, \"cpu_ms\": {:.3f}}}\n",
                             run.full_ms, run.short_ms, run.full_cpu_ms));
  };
  const Result<TranslateBenchResult> result = run_bench(f.translate, ready, done);
  if (!result) return fail(result.error());
  return print_result(f.json || f.paced ? json_of(f.translate, *result) + "\n"
                                        : table_of(f.translate, *result));
}

}  // namespace

Verb add_bench(CLI::App& app) {
  auto flags = std::make_shared<BenchFlags>();
  CLI::App* verb = app.add_subcommand("bench", "Measure how fast a model is on this machine");
  verb->footer("Examples:\n  sotto bench translate --model narrator-en-ja --threads 2");
  CLI::App* translate = verb->add_subcommand("translate",
                                             "An encoder-decoder network: time a "
                                             "translation of forced length");
  declare_translate(*translate, *flags);
  verb->require_subcommand(1);
  return {verb, [flags](Session&) { return bench_translate(*flags); }};
}

}  // namespace sotto::cli
