#include "bench/bench_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/log.h"
#include "bench/bench_compare.h"
#include "bench/machine.h"
#include "measure/process.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"

namespace sotto::bench {
namespace {

using measure::Json;
using measure::Prompt;

struct Opened {
  const Variant* variant;
  std::unique_ptr<Contestant> contestant;
};

class Turns {
 public:
  Turns(const BenchRun& bench, std::string task, const std::vector<Prompt>& prompts,
        measure::RunWriter writer, std::stop_token stop)
      : bench_(bench),
        task_(std::move(task)),
        prompts_(prompts),
        writer_(std::move(writer)),
        stop_(std::move(stop)) {}

  // Opens a variant and takes its first, cold measurement.
  Result<void> open(const Variant& variant) {
    const double rss_before = measure::rss_mb();
    const measure::StopWatch loading;
    auto contestant = variant.open();
    if (!contestant) return contestant.error();
    const double load_ms = loading.wall_ms();
    opened_.push_back({&variant, *std::move(contestant)});
    return measure(opened_.back(), prompts_.front(), 0,
                   {{"cold", true}, {"load_ms", measure::rounded(load_ms)}}, rss_before);
  }

  // All rounds; each begins with another variant, so that what comes first is nobody's fate.
  Result<void> run(Progress& progress) {
    const size_t each = prompts_.size() * opened_.size();
    const size_t all = each * static_cast<size_t>(bench_.warmup + bench_.runs);
    size_t done = 0;
    for (int round = -bench_.warmup; round < bench_.runs; ++round) {
      const OtherPrograms others;
      for (size_t p = 0; p < prompts_.size(); ++p) {
        for (size_t v = 0; v < opened_.size(); ++v) {
          const size_t turn = (v + p + static_cast<size_t>(round + bench_.warmup)) % opened_.size();
          if (const auto r = measure(opened_[turn], prompts_[p], round, Json::object(), {}); !r)
            return r;
          progress.show(++done, all);
        }
      }
      if (round >= 0) busy_.push_back(others.share());
    }
    return {};
  }

  Result<void> finish() {
    const double worst = busy_.empty() ? 0 : *std::ranges::max_element(busy_);
    Json more = {{"others_share", measure::rounded(worst)}};
    if (const auto warning = busy_warning(worst)) {
      log::warn("{}", *warning);
      more["warnings"] = Json::array({*warning});
    }
    return writer_.finish(more);
  }

  const std::filesystem::path& folder() const { return writer_.folder(); }

 private:
  Result<void> measure(Opened& opened, const Prompt& prompt, int round, Json fields,
                       std::optional<double> rss_before) {
    const std::string audio = measure::audio_name(bench_.label, opened.variant->name, prompt);
    const bool keep = round == 0 && !rss_before;
    auto made = opened.contestant->measure(
        prompt, keep ? std::optional(folder() / "audios" / audio) : std::nullopt, stop_);
    if (!made) return made.error();
    if (round < 0) return {};
    const double rss = measure::rss_mb();
    std::error_code ignored;
    const bool has_audio = keep && std::filesystem::exists(folder() / "audios" / audio, ignored);
    for (const Json& found : *made) {
      Json line = {{"task", task_},
                   {"variant", opened.variant->name},
                   {"prompt", prompt.id},
                   {"round", round}};
      line.update(fields);
      line.update(found);
      line["rss_mb"] = measure::rounded(rss);
      if (rss_before) line["memory_mb"] = measure::rounded(rss - *rss_before);
      if (has_audio && made->size() == 1) line["audio"] = audio;
      if (const Result<void> added = writer_.add(line); !added) return added;
    }
    return {};
  }

  const BenchRun& bench_;
  std::string task_;
  const std::vector<Prompt>& prompts_;
  measure::RunWriter writer_;
  std::stop_token stop_;
  std::vector<Opened> opened_;
  std::vector<double> busy_;  // by round
};

Json json_of(const std::vector<Prompt>& prompts) {
  Json all = Json::array();
  for (const Prompt& p : prompts) {
    all.push_back({{"id", p.id}, {"set", p.set}, {"text", p.text}, {"reference", p.reference}});
  }
  return all;
}

Result<measure::RunWriter> start(const BenchRun& bench, const std::string& task, Json about,
                                 const std::vector<Prompt>& prompts,
                                 const std::vector<Variant>& variants) {
  auto machine = machine_json();
  if (!machine) return machine.error();
  Json all = {{"task", task},
              {"machine", *std::move(machine)},
              {"runs", bench.runs},
              {"warmup", bench.warmup}};
  all.update(about);
  all["variants"] = Json::array();
  for (const Variant& v : variants) {
    Json entry = {{"name", v.name}};
    entry.update(v.about);
    all["variants"].push_back(std::move(entry));
  }
  all["prompts"] = json_of(prompts);
  return measure::RunWriter::create(bench.folder, bench.id, bench.label, std::move(all));
}

Result<void> measure_all(Turns& turns, const std::vector<Variant>& variants, bool quiet) {
  for (const Variant& variant : variants) {
    if (const Result<void> opened = turns.open(variant); !opened) return opened;
  }
  {
    Progress progress("measuring", quiet, Progress::Unit::pieces);
    if (const Result<void> done = turns.run(progress); !done) return done;
  }
  return turns.finish();
}

}  // namespace

Result<std::vector<Prompt>> prompts_of(const BenchRun& bench) {
  Result<std::vector<Prompt>> prompts = bench.prompts.empty()
                                            ? measure::built_in_prompts()
                                            : measure::read_prompts_file(bench.prompts);
  if (!prompts || bench.sets.empty()) return prompts;
  const std::vector<std::string> sets = split_list(bench.sets);
  std::erase_if(*prompts,
                [&](const Prompt& p) { return std::ranges::find(sets, p.set) == sets.end(); });
  if (!prompts->empty()) return prompts;
  return Error{
      Errc::bad_argument,
      fmt::format("--sets: no prompt is in {}, expected some of short, medium, long, edge or "
                  "what the file names",
                  bench.sets)};
}

int run_variants(const BenchRun& bench, const std::string& task, Json about,
                 const std::vector<Prompt>& prompts, const std::vector<Variant>& variants,
                 Session& session) {
  auto writer = start(bench, task, std::move(about), prompts, variants);
  if (!writer) return fail(writer.error());
  const Signals signals(session.stop);
  Turns turns(bench, task, prompts, *std::move(writer), session.stop.get_token());
  const Result<void> done = measure_all(turns, variants, session.quiet);
  if (!done) {
    log::warn("{}: what was measured so far is kept", turns.folder().string());
    return signals.exit_code() != 0 ? signals.exit_code() : fail(done.error());
  }
  return report_run(turns.folder(), bench.folder, bench.compare_with);
}

}  // namespace sotto::bench
