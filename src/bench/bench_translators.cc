#include "bench/bench_translators.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "base/memory.h"
#include "bench/machine.h"
#include "engine/translator_order.h"
#include "measure/process.h"
#include "measure/prompts.h"
#include "measure/statistics.h"
#include "models/known_models.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/verb.h"
#include "text/speech_text.h"
#include "translate/remote/remote_model.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::quantile;
using measure::rounded;
using measure::StopWatch;

constexpr const char* kNarrator = "narrator-en-ja";

// Prepares an agent's text as translators get it: with its protected spans.
std::vector<text::Sentence> sentences_of(const std::vector<measure::Prompt>& prompts,
                                         const Language& from) {
  std::vector<text::Sentence> all;
  for (const measure::Prompt& prompt : prompts) {
    const std::string& said = prompt.in(from.iso);
    if (said.empty()) continue;
    text::SpeechText reader({.language = from}, [&all](text::Sentence sentence) {
      all.push_back(std::move(sentence));
    });
    reader.push(said);
    reader.end_block();
  }
  return all;
}

std::string licence_of(const std::string& model) {
  if (model == kNarrator) return "Apache-2.0";
  const auto known = models::known_model(model);
  return known ? known->licence : "";
}

Result<void> measure_row(const translate::TranslatorOptions& options,
                         const std::vector<text::Sentence>& sentences, TranslatorRow& row,
                         std::vector<double>& times) {
  give_back_freed_memory();
  const double before_mb = measure::rss_mb();
  const StopWatch loading;
  auto translator = translate::Translator::load(options);
  if (!translator) return translator.error();
  row.load_ms = loading.wall_ms();
  // The first one pays for pages that no other does.
  if (const auto first = (*translator)->translate(sentences.front(), {}); !first)
    return first.error();
  for (const text::Sentence& sentence : sentences) {
    const StopWatch watch;
    const auto made = (*translator)->translate(sentence, {});
    if (!made) return made.error();
    times.push_back(watch.wall_ms());
    row.lost += made->untranslated ? 1 : 0;
  }
  give_back_freed_memory();
  row.memory_mb = std::max(0.0, measure::rss_mb() - before_mb);
  row.sentences = times.size();
  row.p50_ms = quantile(times, 0.5);
  row.p95_ms = quantile(times, 0.95);
  return {};
}

// Name of the translator that `auto` takes at this pace, among those that were measured.
std::string taken(const TranslatorsBench& bench, const std::vector<TranslatorRow>& rows) {
  const TranslatorRow* fastest = nullptr;
  for (const TranslatorRow& row : rows) {
    if (!row.why.empty() || translate::is_remote(row.name)) continue;
    if (row.p95_ms <= bench.pace.latency_ms) return row.name;
    if (fastest == nullptr || row.p95_ms < fastest->p95_ms) fastest = &row;
  }
  return fastest != nullptr ? fastest->name : "";
}

Json json_row(const TranslatorRow& row) {
  if (!row.why.empty()) return {{"name", row.name}, {"why", row.why}};
  Json json = {{"name", row.name},
               {"p50_ms", rounded(row.p50_ms)},
               {"p95_ms", rounded(row.p95_ms)},
               {"load_ms", rounded(row.load_ms)},
               {"memory_mb", rounded(row.memory_mb)},
               {"sentences", row.sentences},
               {"lost", row.lost},
               {"leaves_machine", translate::leaves_machine(row.name)},
               {"licence", row.licence}};
  if (row.quality) {
    json["quality"] = {{"metric", row.quality->metric},
                       {"value", row.quality->value},
                       {"source", row.quality->source}};
  }
  return json;
}

constexpr const char* kTranslatorsFooter = R"(Examples:
  sotto bench translators
  sotto bench translators --to fr --latency 80
  sotto bench translators --translator auto,deepl --json

Each is given the same sentences, one at a time, with nothing kept: p50 and p95 are of them.
Memory is what this process has more while one is loaded. What was published is others' work.
--translator auto of speak and serve goes by these times for a week. A server of others'
gets the sentences, which may cost something: it is measured only where it is named.)";

}  // namespace

void declare_translators(CLI::App& app, TranslatorsBench& b) {
  app.footer(kTranslatorsFooter);
  app.add_option("--translator", b.translators,
                 "Which, separated by commas; auto: all that are installed for the direction")
      ->capture_default_str();
  app.add_option("--from", b.from, "Language of the text")->capture_default_str();
  app.add_option("--to", b.to, "Language to translate to")->capture_default_str();
  app.add_option("--prompts", b.prompts,
                 "Sentences, one a line (default: those that come with sotto)")
      ->type_name("FILE");
  terminal::add_latency_flag(app, b.pace.latency_ms);
  terminal::add_device_flag(app, b.pace.device);
  app.add_option("--threads", b.pace.threads, "0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_flag("--json", b.json, "One line of JSON instead of a table");
}

int bench_translators(const TranslatorsBench& bench) {
  const auto rows = run_bench(bench);
  if (!rows) return terminal::fail(rows.error());
  return terminal::print_result(bench.json ? json_of(bench, *rows) + "\n" : table_of(bench, *rows));
}

Result<std::vector<TranslatorRow>> run_bench(const TranslatorsBench& bench) {
  const auto from = terminal::language_flag("--from", bench.from);
  if (!from) return from.error();
  const auto to = terminal::language_flag("--to", bench.to);
  if (!to) return to.error();
  auto prompts = bench.prompts.empty() ? Result(measure::built_in_prompts())
                                       : measure::read_prompts_file(bench.prompts);
  if (!prompts) return prompts.error();
  if (bench.prompts.empty() && from->iso != "en" && from->iso != "ja") {
    return Error{Errc::bad_argument,
                 "--prompts: is missing, expected a file of sentences in " + english_name(*from)};
  }
  const std::vector<text::Sentence> sentences = sentences_of(*prompts, *from);
  if (sentences.empty())
    return Error{Errc::bad_argument, bench.prompts + ": has no sentence, expected some"};
  const auto names = engine::translator_order(bench.translators, *from, *to);
  if (!names) return names.error();
  const auto backend = terminal::device_flag(bench.pace.device, bench.pace.threads);
  if (!backend) return backend.error();
  std::vector<TranslatorRow> rows;
  for (const std::string& name : *names) {
    translate::TranslatorOptions options;
    options.model = name;
    options.from = *from;
    options.to = *to;
    options.threads = bench.pace.threads;
    options.backend = *backend;
    TranslatorRow& row = rows.emplace_back();
    row.name = name;
    row.licence = licence_of(name);
    row.quality = published_quality(name, *from, *to);
    std::vector<double> times;
    const Result<void> done = measure_row(options, sentences, row, times);
    if (!done) row.why = done.error().message;
    if (done && !translate::is_remote(name))
      engine::keep_times(engine::times_subject(name, bench.pace), times);
  }
  return rows;
}

std::string json_of(const TranslatorsBench& bench, const std::vector<TranslatorRow>& rows) {
  Json list = Json::array();
  for (const TranslatorRow& row : rows) list.push_back(json_row(row));
  Json json = {{"from", bench.from},
               {"to", bench.to},
               {"latency_ms", bench.pace.latency_ms},
               {"auto", taken(bench, rows)},
               {"translators", std::move(list)}};
  if (auto machine = machine_json()) json["machine"] = *std::move(machine);
  return dumped(json);
}

std::string table_of(const TranslatorsBench& bench, const std::vector<TranslatorRow>& rows) {
  size_t width = 10;
  for (const TranslatorRow& row : rows) width = std::max(width, row.name.size());
  std::string text =
      fmt::format("{:<{}}  {:>8} {:>8} {:>8} {:>9} {:>5}  {:<12} {}\n", "translator", width,
                  "p50 ms", "p95 ms", "load ms", "memory MB", "lost", "licence", "published");
  std::string_view source;
  for (const TranslatorRow& row : rows) {
    if (!row.why.empty()) {
      text += fmt::format("{:<{}}  not measured: {}\n", row.name, width, row.why);
      continue;
    }
    const std::string quality =
        row.quality ? fmt::format("{} {:.4f}", row.quality->metric, row.quality->value) : "-";
    if (row.quality) source = row.quality->source;
    text += fmt::format("{:<{}}  {:>8.1f} {:>8.1f} {:>8.0f} {:>9.0f} {:>5}  {:<12} {}\n", row.name,
                        width, row.p50_ms, row.p95_ms, row.load_ms, row.memory_mb, row.lost,
                        row.licence.empty() ? "-" : row.licence, quality);
  }
  if (!source.empty()) text += fmt::format("\npublished: {}\n", source);
  if (const std::string name = taken(bench, rows); !name.empty())
    text += fmt::format("auto takes {} (--latency {:.0f})\n", name, bench.pace.latency_ms);
  return text;
}

}  // namespace sotto::bench
