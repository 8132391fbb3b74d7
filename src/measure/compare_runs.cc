#include "measure/compare_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "measure/compare_quality.h"

namespace sotto::measure {
namespace {

using ByPrompt = std::map<std::string, double>;

// Warm measurements, round by round; a last round that was cut off is left out.
std::vector<ByPrompt> rounds_of(const Side& side, const std::string& task, const std::string& key) {
  std::map<int, ByPrompt> rounds;
  for (const Measurement& m : side.run->measurements) {
    const auto number = m.numbers.find(key);
    if (m.task != task || m.variant != side.variant || m.cold || number == m.numbers.end())
      continue;
    if (number->second > 0) rounds[m.round][m.prompt] = number->second;
  }
  std::vector<ByPrompt> complete;
  for (auto& [round, values] : rounds) {
    if (complete.empty() || values.size() >= complete.front().size()) {
      complete.push_back(std::move(values));
    }
  }
  return complete;
}

std::set<std::string> prompts_in_all(const std::vector<ByPrompt>& rounds) {
  std::map<std::string, size_t> counts;
  for (const ByPrompt& round : rounds) {
    for (const auto& [prompt, value] : round) ++counts[prompt];
  }
  std::set<std::string> prompts;
  for (const auto& [prompt, count] : counts) {
    if (count == rounds.size()) prompts.insert(prompt);
  }
  return prompts;
}

Rounds matrix(const std::vector<ByPrompt>& rounds, const std::vector<std::string>& prompts) {
  Rounds values;
  for (const ByPrompt& round : rounds) {
    auto& row = values.emplace_back();
    for (const std::string& prompt : prompts) row.push_back(round.at(prompt));
  }
  return values;
}

std::vector<double> flat(const Rounds& rounds) {
  std::vector<double> all;
  for (const auto& round : rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

// The share of the processors that other programs took in the worst round; 0 if it is not known.
double others_share(const Run& run) {
  const auto share = run.about.find("others_share");
  if (share == run.about.end() || !share->is_number()) return 0;
  return std::clamp(share->get<double>(), 0.0, 0.99);
}

// Widens the ratio of two runs at different times: the share that others had then may have
// lengthened the times of either by up to 1 / (1 - share), which could be all of the difference.
// Variants of one run took turns, so that it hit both.
Ratio widened(Ratio ratio, const Side& a, const Side& b) {
  if (a.run->id == b.run->id) return ratio;
  ratio.low *= 1 - others_share(*b.run);
  ratio.high /= 1 - others_share(*a.run);
  return ratio;
}

std::optional<Speed> speed_of(const Comparison& c, const Metric& metric, const Limits& limits) {
  const auto rounds_a = rounds_of(c.a, c.task, metric.key);
  const auto rounds_b = rounds_of(c.b, c.task, metric.key);
  const std::set<std::string> in_a = prompts_in_all(rounds_a), in_b = prompts_in_all(rounds_b);
  std::vector<std::string> prompts;
  std::ranges::set_intersection(in_a, in_b, std::back_inserter(prompts));
  if (prompts.empty()) return std::nullopt;
  const Rounds a = matrix(rounds_a, prompts), b = matrix(rounds_b, prompts);
  Speed speed{.metric = &metric,
              .prompts = prompts.size(),
              .rounds_a = a.size(),
              .rounds_b = b.size(),
              .median_a = median(flat(a)),
              .median_b = median(flat(b)),
              .p95_a = quantile(flat(a), 0.95),
              .p95_b = quantile(flat(b), 0.95),
              .medians = widened(ratio_of_medians(a, b), c.a, c.b),
              .quartiles = widened(ratio_of_quartiles(a, b), c.a, c.b),
              .verdict = Verdict::undecided};
  speed.verdict = verdict(speed.medians, speed.quartiles, limits.tolerance);
  return speed;
}

// task -> variants, each in the order of its first measurement.
std::vector<std::pair<std::string, std::vector<std::string>>> contestants(const Run& run) {
  std::vector<std::pair<std::string, std::vector<std::string>>> found;
  for (const Measurement& m : run.measurements) {
    auto task = std::ranges::find(found, m.task, [](const auto& entry) { return entry.first; });
    if (task == found.end()) task = found.insert(found.end(), {m.task, {}});
    if (std::ranges::find(task->second, m.variant) == task->second.end()) {
      task->second.push_back(m.variant);
    }
  }
  return found;
}

Comparison pair_of(const std::string& task, Side a, Side b) {
  return {.task = task, .a = std::move(a), .b = std::move(b), .speed = {}, .quality = {}};
}

void add_pairs_within(const Run& run, std::vector<Comparison>& pairs) {
  for (const auto& [task, variants] : contestants(run)) {
    for (size_t i = 1; i < variants.size(); ++i) {
      pairs.push_back(pair_of(task, {&run, variants[0]}, {&run, variants[i]}));
    }
  }
}

void add_pairs_between(const Run& a, const Run& b, std::vector<Comparison>& pairs) {
  const auto of_b = contestants(b);
  for (const auto& [task, variants_a] : contestants(a)) {
    const auto entry = std::ranges::find(of_b, task, [](const auto& e) { return e.first; });
    if (entry == of_b.end()) continue;
    const std::vector<std::string>& variants_b = entry->second;
    for (const std::string& variant : variants_a) {
      const bool single = variants_a.size() == 1 && variants_b.size() == 1;
      const bool same = std::ranges::find(variants_b, variant) != variants_b.end();
      if (!same && !single) continue;
      pairs.push_back(pair_of(task, {&a, variant}, {&b, same ? variant : variants_b[0]}));
    }
  }
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> kMetrics = {
      {"ready_to_first_audio_ms", "text ready to first audio", true},
      {"work_to_first_audio_ms", "work to first audio", true},
      {"translate_ms", "translation", true},
      {"first_audio_ms", "to the first sound", true},
      {"wall_ms", "whole", true},
      {"cpu_ms", "processor time", false}};
  return kMetrics;
}

bool Comparison::fails() const {
  const auto slower = [](const Speed& s) {
    return s.metric->decides && s.verdict == Verdict::slower;
  };
  return std::ranges::any_of(speed, slower) || !quality.worse.empty();
}

Result<std::vector<Comparison>> compare_runs(const std::vector<Run>& runs, const Limits& limits) {
  std::vector<Comparison> pairs;
  if (runs.size() == 1) add_pairs_within(runs[0], pairs);
  for (size_t i = 1; i < runs.size(); ++i) add_pairs_between(runs[0], runs[i], pairs);
  for (Comparison& pair : pairs) {
    for (const Metric& metric : metrics()) {
      if (auto speed = speed_of(pair, metric, limits)) pair.speed.push_back(*std::move(speed));
    }
    auto quality = compare_quality(pair.task, pair.a, pair.b, limits);
    if (!quality) return quality.error();
    pair.quality = *std::move(quality);
  }
  std::erase_if(pairs, [](const Comparison& c) { return c.speed.empty(); });
  if (!pairs.empty()) return pairs;
  return Error{
      Errc::bad_argument,
      fmt::format("{}: nothing to compare, expected {}", runs.at(0).folder.string(),
                  runs.size() == 1 ? "a second variant of a task in this run, or another run"
                                   : "a task and variant that the other run has as well, on "
                                     "prompts that both have")};
}

std::vector<std::string> remarks_on(const Run& run) {
  std::vector<std::string> remarks;
  if (!run.finished) {
    remarks.push_back(fmt::format("{} was interrupted after {} measurements", run.name(),
                                  run.measurements.size()));
  }
  const auto warnings = run.about.find("warnings");
  if (warnings == run.about.end() || !warnings->is_array()) return remarks;
  for (const Json& warning : *warnings) {
    if (warning.is_string()) remarks.push_back(run.name() + ": " + warning.get<std::string>());
  }
  return remarks;
}

namespace {

std::string quality_lines(const Quality& q) {
  std::string text;
  if (q.text) {
    text += fmt::format(
        "  chrF {:.2f} -> {:.2f} ({:+.2f}, {:+.2f} to {:+.2f}), BLEU {:.2f} -> {:.2f}, "
        "{} prompts with a reference\n",
        q.text->chrf_a, q.text->chrf_b, q.text->chrf_change, q.text->low, q.text->high,
        q.text->bleu_a, q.text->bleu_b, q.text->prompts);
    text +=
        fmt::format("  same text {:.0f} %, lost {} -> {}\n", 100 * q.same_text, q.lost_a, q.lost_b);
  }
  if (q.sound) {
    text += fmt::format(
        "  MCD {:.2f} dB, at most {:.2f}; the speech ends at most {:.0f} ms apart; {} "
        "sounds\n",
        q.sound->mcd_mean, q.sound->mcd_max, q.sound->eos_shift_max_ms, q.sound->prompts);
  }
  for (const std::string& why : q.worse) text += "  WORSE: " + why + "\n";
  return text;
}

}  // namespace

std::string table_of(const std::vector<Comparison>& comparisons) {
  std::string text;
  for (const Comparison& c : comparisons) {
    text += fmt::format("{}\n  A  {}\n  B  {}\n", c.task, c.a.name(), c.b.name());
    text += fmt::format("  {:<26} {:>9} {:>9} {:>9} {:>9}  {:<22} {}\n", "ms", "A p50", "B p50",
                        "A p95", "B p95", "B / A (95 %)", "B is");
    for (const Speed& s : c.speed) {
      text += fmt::format(
          "  {:<26} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f}  {:<22} {}\n", s.metric->label, s.median_a,
          s.median_b, s.p95_a, s.p95_b,
          fmt::format("{:.3f} ({:.3f}-{:.3f})", s.medians.value, s.medians.low, s.medians.high),
          name_of(s.verdict));
    }
    text += quality_lines(c.quality) + "\n";
  }
  return text;
}

Json json_of(const std::vector<Comparison>& comparisons) {
  Json all = Json::array();
  for (const Comparison& c : comparisons) {
    Json speed = Json::object();
    for (const Speed& s : c.speed) {
      speed[s.metric->key] = {{"median_a", rounded(s.median_a)}, {"median_b", rounded(s.median_b)},
                              {"p95_a", rounded(s.p95_a)},       {"p95_b", rounded(s.p95_b)},
                              {"ratio", s.medians.value},        {"ratio_low", s.medians.low},
                              {"ratio_high", s.medians.high},    {"verdict", name_of(s.verdict)}};
    }
    Json quality = {{"worse", c.quality.worse}};
    if (const auto& t = c.quality.text) {
      quality["chrf_a"] = t->chrf_a, quality["chrf_b"] = t->chrf_b;
      quality["bleu_a"] = t->bleu_a, quality["bleu_b"] = t->bleu_b;
      quality["chrf_change"] = {t->chrf_change, t->low, t->high};
      quality["same_text"] = c.quality.same_text;
    }
    if (const auto& s = c.quality.sound) {
      quality["mcd_mean_db"] = s->mcd_mean, quality["mcd_max_db"] = s->mcd_max;
      quality["eos_shift_max_ms"] = s->eos_shift_max_ms;
    }
    all.push_back({{"task", c.task},
                   {"a", c.a.name()},
                   {"b", c.b.name()},
                   {"speed", std::move(speed)},
                   {"quality", std::move(quality)},
                   {"fails", c.fails()}});
  }
  return all;
}

}  // namespace sotto::measure
