#include "bench/bench_translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "bench/translate_network.h"
#include "bench/zone_table.h"
#include "device_cpu/bandwidth.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "terminal/flags.h"
#include "translate/search/search.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::median;
using measure::peak_rss_mb;
using measure::quantile;
using measure::rounded;
using measure::StopWatch;
using TranslateRun = TranslateBenchResult::Run;

// The same in every run of the program.
std::vector<std::vector<int>> made_up_sources(const TranslateBench& bench,
                                              const TranslateNetwork& network) {
  uint64_t state = 4;
  const auto next = [&] {  // Knuth's linear congruence (MMIX), of which the high bits are good
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  };
  const auto count = static_cast<uint64_t>(network.ids);
  std::vector<std::vector<int>> sources(static_cast<size_t>(bench.batch));
  for (std::vector<int>& source : sources) {
    for (int i = 0; i < bench.source_tokens - 1; ++i) {
      source.push_back(network.first_id + static_cast<int>(next() % count));
    }
    source.push_back(network.eos);
  }
  return sources;
}

// Searches with forced lengths.
class Work {
 public:
  Work(const TranslateBench& bench, TranslateNetwork& network)
      : network_(network), beam_(bench.beam), sources_(made_up_sources(bench, network)) {}

  Result<std::vector<translate::Hypothesis>> run(int tokens) {
    translate::SearchOptions options = network_.search;
    options.beams = beam_;
    options.min_new_tokens = options.max_new_tokens = tokens;
    return translate::search(*network_.session, sources_, network_.start, network_.forced_first,
                             options, {});
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
  TranslateNetwork& network_;
  int beam_;
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
  Result<TranslateNetwork> network = open_network(bench, *backend);
  if (!network) return network.error();
  result.load_ms = loading.wall_ms();
  result.short_tokens = std::max(2, bench.new_tokens / 4);

  Work work(bench, *network);
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
  const device::BackendReport report = (*backend)->report();
  const NetworkFacts facts = network->facts();
  result.step_bytes = facts.step_bytes;
  result.fc2_columns_read = facts.fc2_columns_read;
  result.vocabulary = facts.vocabulary;
  result.outputs = facts.outputs;
  result.scheme = facts.scheme;
  result.device = report.name;
  result.device_peak_mb = (*backend)->use().peak_memory_mb;
  result.isa = report.chosen;
  result.threads = report.threads;
  network->session.reset();
  if (report.name == "cpu")  // what another device could read is not known
    result.bandwidth_gb_per_s = device::cpu::read_bandwidth_gbps(report.threads);
  return result;
}

std::string json_of(const TranslateBench& bench, const TranslateBenchResult& result) {
  Json json = numbers(bench, result);
  if (bench.zones) json["zones"] = zone_json(result.zones, static_cast<int>(result.runs.size()));
  return dumped(json);
}

std::string table_of(const TranslateBench& bench, const TranslateBenchResult& result) {
  const Json json = numbers(bench, result);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += fmt::format("{:<20} {}\n", key,
                        value.is_string() ? value.get<std::string>() : dumped(value));
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
