#include "measure/report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/xml.h"
#include "measure/growth.h"
#include "measure/picture.h"
#include "measure/sound_quality.h"
#include "measure/stages.h"
#include "measure/svg.h"

namespace sotto::measure {
namespace {

constexpr size_t kMostSounds = 6;  // prompts with players: a page has to stay small
constexpr size_t kMostSoundBytes = size_t{1} << 26;

std::string about(const Run& run, const char* group, const char* key) {
  const Json* from = &run.about;
  if (const auto inner = run.about.find(group); inner != run.about.end()) from = &*inner;
  if (!from->is_object()) return "";
  const auto found = from->find(key);
  if (found == from->end()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string cell(std::string_view text) { return fmt::format("<td>{}</td>", escaped_xml(text)); }

std::vector<double> warm(const Contender& c, const char* key) {
  std::vector<double> values;
  for (const Measurement& m : c.side.run->measurements) {
    const auto found = m.numbers.find(key);
    if (m.task != c.task || m.variant != c.side.variant || m.cold) continue;
    if (found != m.numbers.end()) values.push_back(found->second);
  }
  return values;
}

// A typical sentence: the warm one whose time to the first sound is the median.
const Measurement* typical(const Contender& c, const char* key, bool cold) {
  std::vector<const Measurement*> found;
  for (const Measurement& m : c.side.run->measurements) {
    if (m.task != c.task || m.variant != c.side.variant || m.cold != cold) continue;
    if (m.numbers.contains(key)) found.push_back(&m);
  }
  if (found.empty()) return nullptr;
  if (cold) return found.front();
  const auto middle = found.begin() + static_cast<ptrdiff_t>(found.size() / 2);
  std::ranges::nth_element(found, middle, {},
                           [&](const Measurement* m) { return m->numbers.at(key); });
  return *middle;
}

}  // namespace

std::vector<Contender> contenders(const std::vector<Run>& runs) {
  std::vector<Contender> found;
  for (const Run& run : runs) {
    for (const Measurement& m : run.measurements) {
      const auto same = [&](const Contender& c) {
        return c.side.run == &run && c.task == m.task && c.side.variant == m.variant;
      };
      if (m.task == kGrowthTask || std::ranges::any_of(found, same)) continue;
      found.push_back({{&run, m.variant}, m.task});
    }
  }
  return found;
}

std::string runs_part(const std::vector<Run>& runs) {
  std::string rows, remarks;
  for (const Run& run : runs) {
    rows += "<tr>" + cell(run.name()) + cell(about(run, "", "started")) +
            cell(about(run, "machine", "processor")) + cell(about(run, "machine", "processors")) +
            cell(about(run, "machine", "isa")) + cell(about(run, "machine", "read_gb_per_s")) +
            cell(about(run, "machine", "commit")) + cell(about(run, "", "others_share")) +
            "</tr>\n";
    for (const std::string& remark : remarks_on(run)) {
      remarks += fmt::format("<p class=\"worse\">{}</p>\n", escaped_xml(remark));
    }
  }
  return "<div "
         "class=\"scroll\"><table><tr><th>run</th><th>started</th><th>processor</th><th>cores</th>"
         "<th>instructions</th><th>reads GB/s</th><th>commit</th><th>other programs</th></tr>\n" +
         rows + "</table></div>\n" + remarks;
}

std::string comparison_part(const Comparison& c) {
  std::string out = fmt::format(
      "<h2>{}: {} beside {}</h2>\n<div class=\"scroll\"><table><tr><th>ms</th>"
      "<th>A p50</th><th>B p50</th><th>A p95</th><th>B p95</th><th>B / A</th>"
      "<th>95 %</th><th>B is</th></tr>\n",
      escaped_xml(c.task), escaped_xml(c.b.name()), escaped_xml(c.a.name()));
  for (const Speed& s : c.speed) {
    out += fmt::format(
        "<tr><td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td>"
        "<td>{:.3f}</td><td>{:.3f} to {:.3f}</td><td class=\"{}\">{}</td></tr>\n",
        escaped_xml(s.metric->label), s.median_a, s.median_b, s.p95_a, s.p95_b, s.medians.value,
        s.medians.low, s.medians.high, name_of(s.verdict), name_of(s.verdict));
  }
  out += "</table></div>\n";
  if (const auto& t = c.quality.text) {
    out += fmt::format(
        "<p>chrF {:.2f} to {:.2f} ({:+.2f}, 95 % {:+.2f} to {:+.2f}), BLEU {:.2f} to "
        "{:.2f}; same text {:.0f} %; lost {} to {} <span class=\"soft\">of {} prompts with a "
        "reference</span></p>\n",
        t->chrf_a, t->chrf_b, t->chrf_change, t->low, t->high, t->bleu_a, t->bleu_b,
        100 * c.quality.same_text, c.quality.lost_a, c.quality.lost_b, t->prompts);
  }
  if (const auto& s = c.quality.sound) {
    out += fmt::format(
        "<p>MCD {:.2f} dB, at most {:.2f}; the speech ends at most {:.0f} ms apart</p>\n",
        s->mcd_mean, s->mcd_max, s->eos_shift_max_ms);
  }
  for (const std::string& why : c.quality.worse) {
    out += fmt::format("<p class=\"worse\">{}</p>\n", escaped_xml(why));
  }
  return out;
}

std::string distributions_part(const std::vector<Contender>& contenders) {
  std::string out;
  for (const Metric& metric : metrics()) {
    std::map<std::string, std::vector<Series>> by_task;
    for (const Contender& c : contenders) {
      std::vector<double> values = warm(c, metric.key);
      if (!values.empty()) by_task[c.task].push_back({c.side.name(), {}, std::move(values)});
    }
    for (const auto& [task, rows] : by_task) {
      out += fmt::format("<h3>{}: {}</h3>\n{}", escaped_xml(task), metric.label,
                         distribution_plot(rows, "ms"));
    }
  }
  return out.empty() ? out : "<h2>How times are spread</h2>\n" + out;
}

std::string waterfall_part(const std::vector<Contender>& contenders) {
  std::string out;
  for (const Contender& c : contenders) {
    for (const bool cold : {true, false}) {
      const Measurement* m = typical(c, "ready_to_first_audio_ms", cold);
      if (m == nullptr) continue;
      std::vector<Bar> bars;
      double at = 0;
      int series = 0;
      for (const StageBudget& stage : stage_budgets()) {
        const auto found = m->numbers.find(stage.key);
        if (!stage.in_sequence || found == m->numbers.end()) continue;
        bars.push_back({stage.label, at, at + found->second, series++ % 6});
        at += found->second;
      }
      out +=
          fmt::format("<h3>{}, {}</h3>\n<p class=\"soft\">{}</p>\n{}", escaped_xml(c.side.name()),
                      cold ? "the first sentence" : "a sentence like most", escaped_xml(m->text),
                      waterfall_plot(bars, "ms"));
    }
  }
  return out.empty() ? out : "<h2>From text to sound</h2>\n" + out;
}

std::string budget_part(const std::vector<Contender>& contenders) {
  std::string out;
  for (const Contender& c : contenders) {
    const std::vector<BudgetRow> rows = budget_rows(*c.side.run, c.task, c.side.variant);
    if (rows.empty()) continue;
    out += fmt::format(
        "<h3>{}</h3>\n<div class=\"scroll\"><table><tr><th>stage, ms</th><th>budget</th>"
        "<th>later</th><th>first sentence</th><th>p50</th><th>p95</th><th>max</th></tr>\n",
        escaped_xml(c.side.name()));
    for (const BudgetRow& row : rows) {
      out += fmt::format(
          "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{:.2f}</td>"
          "<td>{:.2f}</td><td>{:.2f}</td></tr>\n",
          escaped_xml(row.stage->label), row.stage->budget, row.stage->later_budget,
          row.cold ? fmt::format("{:.2f}", *row.cold) : "", row.within ? "faster" : "slower",
          row.p50, row.p95, row.max);
    }
    out += "</table></div>\n" + fmt::format("<p class=\"soft\">{}</p>\n",
                                            escaped_xml(underruns_of(*c.side.run, c.side.variant)));
  }
  return out.empty() ? out : "<h2>Stages and their budgets</h2>\n" + out;
}

std::string growth_part(const std::vector<Run>& runs) {
  std::string out;
  for (const Run& run : runs) {
    for (const GrowthCurve& curve : growth_curves(run)) {
      out += fmt::format("<h3>{}: {}</h3>\n<p class=\"{}\">{}</p>\n{}", escaped_xml(run.name()),
                         escaped_xml(curve.points.label), curve.worse() ? "worse" : "soft",
                         escaped_xml(curve.summary()),
                         growth_plot(curve.points, curve.x_label, curve.y_label));
    }
  }
  return out.empty() ? out : "<h2>Growth</h2>\n" + out;
}

namespace {

Result<std::string> one_sound(const Contender& c, const Measurement& m) {
  const std::filesystem::path file = c.side.run->folder / "audios" / m.audio;
  const auto sound = audio::read_sound(file, kLongestSeconds);
  if (!sound) return sound.error();
  const auto bytes = read_file(file, kMostSoundBytes);
  if (!bytes) return bytes.error();
  const Frames mel = log_mel_db(spectrogram(sound->samples, sound->sample_rate_hz));
  const double seconds = static_cast<double>(sound->samples.size()) / sound->sample_rate_hz;
  return fmt::format(
      "<div><p class=\"soft\">{}, {:.2f} s</p>\n<audio controls preload=\"metadata\" "
      "src=\"{}\"></audio>\n{}<img alt=\"spectrogram, 0 to 8 kHz\" src=\"{}\"></div>\n",
      escaped_xml(c.side.name()), seconds, data_uri("audio/flac", *bytes),
      waveform_plot(sound->samples), data_uri("image/png", png_of(mel)));
}

}  // namespace

Result<std::string> sounds_part(const std::vector<Contender>& contenders) {
  std::vector<Prompt> prompts;
  for (const Contender& c : contenders) {
    for (const Prompt& p : c.side.run->prompts) {
      const auto same = [&](const Prompt& other) { return other.id == p.id; };
      if (std::ranges::none_of(prompts, same)) prompts.push_back(p);
    }
  }
  std::string out;
  size_t shown = 0;
  // Spread over the list: it is sorted by length.
  const size_t step = std::max<size_t>(1, prompts.size() / kMostSounds);
  for (size_t i = 0; i < prompts.size() && shown < kMostSounds; i += step) {
    std::string sounds;
    for (const Contender& c : contenders) {
      for (const Measurement& m : c.side.run->measurements) {
        if (m.task != c.task || m.variant != c.side.variant || m.prompt != prompts[i].id ||
            m.audio.empty())
          continue;
        const auto one = one_sound(c, m);
        if (!one) return one.error();
        sounds += *one;
        break;
      }
    }
    if (sounds.empty()) continue;
    ++shown;
    out += fmt::format(
        "<h3>{}</h3>\n<p class=\"soft\" lang=\"ja\">{}</p>\n<div class=\"sounds\">\n{}</div>\n",
        escaped_xml(prompts[i].text), escaped_xml(prompts[i].reference), sounds);
  }
  return out.empty() ? out : "<h2>What was said</h2>\n" + out;
}

}  // namespace sotto::measure
