#include "bench/bench_translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "bench/zone_table.h"
#include "checkpoint/matrix.h"
#include "device_cpu/bandwidth.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "models/kinds.h"
#include "models/output_rows.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/session.h"
#include "models/seq2seq/step_bytes.h"
#include "terminal/flags.h"
#include "tokenize/shortlist.h"
#include "translate/search/search.h"
#include "translate/shortlist_file.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::median;
using measure::peak_rss_mb;
using measure::quantile;
using measure::rounded;
using measure::StopWatch;
using models::seq2seq::Model;
using TranslateRun = TranslateBenchResult::Run;

struct Loaded {
  std::shared_ptr<const Model> model;
  std::unique_ptr<models::seq2seq::Session> session;
  std::shared_ptr<const models::OutputRows> rows;  // null: all
};

// Of --shortlist: a language, of which the folder may have a list, or a number of rows. Empty: all.
Result<translate::ChosenOutputs> outputs_of(const TranslateBench& bench,
                                            const std::filesystem::path& folder, int vocabulary) {
  if (bench.shortlist.empty()) return translate::ChosenOutputs();
  int64_t rows = 0;
  const char* end = bench.shortlist.data() + bench.shortlist.size();
  if (std::from_chars(bench.shortlist.data(), end, rows).ptr == end) {
    if (rows < 8 || rows > vocabulary) {
      return Error{Errc::bad_argument, fmt::format("--shortlist: {} rows, expected 8 to the {} of "
                                                   "the model",
                                                   rows, vocabulary)};
    }
    std::vector<int> ids = {0, 1, 2, 3, 4, 5};  // the special ones
    for (int64_t i = 6; i < rows; ++i) {        // the rest evenly
      ids.push_back(static_cast<int>(6 + (i - 6) * (vocabulary - 6) / (rows - 6)));
    }
    return translate::ChosenOutputs{std::move(ids)};
  }
  auto choice = terminal::shortlist_flag(bench.shortlist);
  if (!choice) return choice.error();
  const Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(folder);
  if (!tokenizer) return tokenizer.error();
  translate::TranslatorOptions options;
  options.to = (*choice)->language;
  if (!(*choice)->frequencies && !(*choice)->everything) {
    auto stored = translate::chosen_outputs(options, folder, *tokenizer);
    if (!stored || !stored->ids.empty()) return stored;
  }
  options.shortlist = *std::move(choice);
  return translate::chosen_outputs(options, folder, *tokenizer);
}

Result<Loaded> load(const TranslateBench& bench, std::shared_ptr<const device::Backend> backend) {
  const Result<std::filesystem::path> path = models::find_model(bench.model);
  if (!path) return path.error();
  auto model =
      models::load<Model>(*path, {terminal::weights_flag(bench.quant), std::move(backend)});
  if (!model) return model.error();
  auto chosen = outputs_of(bench, *path, (*model)->config().vocab_size);
  if (!chosen) return chosen.error();
  auto rows = translate::output_rows(**model, *std::move(chosen));
  if (!rows) return rows.error();
  return Loaded{*model, std::make_unique<models::seq2seq::Session>(*model, nullptr, *rows), *rows};
}

// Ids between the special tokens and the languages, the same in every run of the program.
std::vector<std::vector<int>> made_up_sources(const TranslateBench& bench,
                                              const models::seq2seq::Config& config) {
  uint64_t state = 4;
  const auto next = [&] {  // Knuth's linear congruence (MMIX), of which the high bits are good
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  };
  const int first = std::min(4, config.vocab_size - 1);
  const auto count = static_cast<uint64_t>(std::max(1, config.vocab_size - 256 - first));
  std::vector<std::vector<int>> sources(static_cast<size_t>(bench.batch));
  for (std::vector<int>& source : sources) {
    for (int i = 0; i < bench.source_tokens - 1; ++i) {
      source.push_back(first + static_cast<int>(next() % count));
    }
    source.push_back(config.eos);
  }
  return sources;
}

// Searches with forced lengths.
class Work {
 public:
  Work(const TranslateBench& bench, Loaded& loaded)
      : session_(*loaded.session),
        start_(loaded.model->config().decoder_start),
        language_(loaded.rows == nullptr ? 3 : loaded.rows->ids().at(3)),  // any will do
        beam_(bench.beam),
        sources_(made_up_sources(bench, loaded.model->config())) {}

  Result<std::vector<translate::Hypothesis>> run(int tokens) {
    const translate::SearchOptions options = {
        .beams = beam_, .min_new_tokens = tokens, .max_new_tokens = tokens};
    return translate::search(session_, sources_, start_, language_, options, {});
  }

  // Lengths as asked for, and the same ids a second time.
  Result<void> check(int tokens) {
    const auto once = run(tokens);
    if (!once) return once.error();
    const auto twice = run(tokens);
    if (!twice) return twice.error();
    for (size_t i = 0; i < once->size(); ++i) {
      const auto& ids = once->at(i).ids;
      if (ids.size() != static_cast<size_t>(tokens) + 1) {
        return Error{Errc::internal, fmt::format("output {} has {} new tokens, expected {}", i,
                                                 ids.size() - 1, tokens)};
      }
      if (ids != twice->at(i).ids) {
        return Error{Errc::internal, fmt::format("output {} differs between two equal runs", i)};
      }
    }
    return {};
  }

 private:
  models::Seq2SeqSession& session_;
  int start_, language_, beam_;
  std::vector<std::vector<int>> sources_;
};

double per_step_ms(const TranslateBench& bench, const TranslateBenchResult& r) {
  std::vector<double> full, quarter;
  for (const TranslateRun& run : r.runs) {
    full.push_back(run.full_ms);
    quarter.push_back(run.short_ms);
  }
  return (median(full) - median(quarter)) / (bench.new_tokens - r.short_tokens);
}

Json numbers(const TranslateBench& b, const TranslateBenchResult& r) {
  std::vector<double> full, cpu, computing;
  for (const TranslateRun& run : r.runs) {
    full.push_back(run.full_ms);
    cpu.push_back(run.full_cpu_ms);
    computing.push_back(run.computing_ms / run.full_ms);
  }
  const double step_ms = per_step_ms(b, r);
  return {{"model", b.model},
          {"scheme", r.scheme},
          {"kv_cache", device::name_of(b.kv_cache.value_or(device::Precision::f32))},
          {"device", r.device},
          {"isa", r.isa},
          {"threads", r.threads},
          {"source_tokens", b.source_tokens},
          {"new_tokens", b.new_tokens},
          {"beam", b.beam},
          {"batch", b.batch},
          {"shortlist", r.outputs},
          {"vocabulary", r.vocabulary},
          {"runs", full.size()},
          {"median_ms", rounded(median(full))},
          {"p95_ms", rounded(quantile(full, 0.95))},
          {"min_ms", rounded(quantile(full, 0))},
          {"wall_ms", rounded(median(full))},
          {"cpu_ms", rounded(median(cpu))},
          {"ms_per_step", rounded(step_ms)},
          {"step_mb", rounded(static_cast<double>(r.step_bytes) * 1e-6)},
          {"fc2_read", rounded(r.fc2_columns_read)},
          {"gb_per_s", rounded(static_cast<double>(r.step_bytes) * 1e-6 / step_ms)},
          {"bandwidth_gb_per_s", rounded(r.bandwidth_gb_per_s)},
          {"device_computes", rounded(median(computing))},
          {"device_peak_mb", rounded(r.device_peak_mb)},
          {"peak_rss_mb", rounded(r.peak_rss_mb)},
          {"load_ms", rounded(r.load_ms)}};
}

}  // namespace

Result<TranslateBenchResult> run_bench(const TranslateBench& bench,
                                       const std::function<bool()>& ready,
                                       const std::function<void(const TranslateRun&)>& done) {
  auto backend = terminal::device_flag(bench.device, bench.threads, bench.kv_cache);
  if (!backend) return backend.error();
  device::Zones zones;
  if (bench.zones) backend = device::measured(*backend, zones);
  TranslateBenchResult result;
  const StopWatch loading;
  Result<Loaded> loaded = load(bench, *backend);
  if (!loaded) return loaded.error();
  result.load_ms = loading.wall_ms();
  result.short_tokens = std::max(2, bench.new_tokens / 4);

  Work work(bench, *loaded);
  for (const int tokens : {bench.new_tokens, result.short_tokens}) {
    if (const Result<void> checked = work.check(tokens); !checked) return checked.error();
  }
  const auto time = [&](int tokens, double& wall, double* cpu) -> Result<void> {
    const StopWatch watch;
    const auto found = work.run(tokens);
    wall = watch.wall_ms();
    if (cpu != nullptr) *cpu = watch.cpu_ms();
    return found ? Result<void>() : Result<void>(found.error());
  };
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    TranslateRun run{};
    const double computing_before = (*backend)->use().computing_ms;
    if (const auto r = time(bench.new_tokens, run.full_ms, &run.full_cpu_ms); !r) return r.error();
    run.computing_ms = (*backend)->use().computing_ms - computing_before;
    if (const auto r = time(result.short_tokens, run.short_ms, nullptr); !r) return r.error();
    if (i < 0) continue;
    result.runs.push_back(run);
    done(run);
  }
  if (result.runs.empty()) return Error{Errc::cancelled, "there was no run"};
  if (bench.zones) {
    zones.clear();
    for (size_t i = 0; i < result.runs.size(); ++i) {
      double ms = 0;
      if (const auto r = time(bench.new_tokens, ms, nullptr); !r) return r.error();
      result.zones_ms += ms;
    }
    result.zones = zones.sorted();
  }
  result.peak_rss_mb = peak_rss_mb();  // before the bandwidth's 256 MiB
  const Model& model = *loaded->model;
  const device::BackendReport report = (*backend)->report();
  const device::Device::Columns columns = loaded->session->device().columns();
  const nn::Linear& output = loaded->rows ? loaded->rows->linear() : model.network().shared;
  result.step_bytes = models::seq2seq::step_bytes(model.network(), output.w, columns);
  result.fc2_columns_read = columns.all > 0 ? static_cast<double>(columns.read) / columns.all : 1;
  result.vocabulary = model.config().vocab_size;
  result.outputs = device::rows_of(output.w);
  result.device = report.name;
  result.device_peak_mb = (*backend)->use().peak_memory_mb;
  result.isa = report.chosen;
  result.threads = report.threads;
  result.scheme = name_of(model.network().decoder.front().fc.fc1.w->scheme);
  loaded->session.reset();
  if (report.name == "cpu")  // what another device could read is not known
    result.bandwidth_gb_per_s = device::cpu::read_bandwidth_gbps(report.threads);
  return result;
}

std::string json_of(const TranslateBench& bench, const TranslateBenchResult& result) {
  Json json = numbers(bench, result);
  if (bench.zones) json["zones"] = zone_json(result.zones, static_cast<int>(result.runs.size()));
  return json.dump();
}

std::string table_of(const TranslateBench& bench, const TranslateBenchResult& result) {
  const Json json = numbers(bench, result);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += fmt::format("{:<20} {}\n", key,
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  if (const double most = json.at("bandwidth_gb_per_s").get<double>(); most > 0) {
    text += fmt::format("{:<20} {:.0f} %\n", "of the bandwidth",
                        100 * json.at("gb_per_s").get<double>() / most);
  }
  if (!bench.zones) return text;
  return text + zone_table(result.zones, static_cast<int>(result.runs.size()), result.zones_ms,
                           "search, copies");
}

}  // namespace sotto::bench
