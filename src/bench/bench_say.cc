#include "bench/bench_say.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json.h"
#include "base/language.h"
#include "bench/length_table.h"
#include "bench/zone_table.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "speech/neural_voice.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::rounded;
using measure::StopWatch;

constexpr double kUsualSeconds = 10;

struct HalvesAlone {
  double frames_ms = 0, sound_ms = 0;
  size_t samples = 0;
};

class SayRunner {
 public:
  // `zones`: null, or filled by all that the voice computes.
  static Result<SayRunner> open(const SayBench& bench, device::Zones* zones) {
    auto backend = terminal::device_flag(bench.device, bench.flags.threads, bench.flags.kv_cache);
    if (!backend) return backend.error();
    speech::VoiceOptions options = voice_options(bench.flags);
    options.backend = zones == nullptr ? *backend : device::measured(*backend, *zones);
    const std::string name = speech::kind_of(bench.voice) != nullptr ? bench.voice
                             : bench.voice.empty()                   ? "pocket-tts"
                                                                     : "pocket-tts:" + bench.voice;
    const auto language = find_language(speech::only_language(name, options).value_or("en"));
    if (!language) return language.error();
    auto voice = speech::open_voice(name, *language, 1, options);
    if (!voice) return voice.error();
    auto* neural = dynamic_cast<speech::NeuralVoice*>(voice->get());
    if (neural == nullptr)
      return Error{Errc::unsupported,
                   fmt::format("{}: is no network; with --label each voice is measured", name)};
    return SayRunner(*std::move(backend), *std::move(voice), neural->network(), bench.text, zones);
  }

  const device::Backend& backend() const { return *backend_; }
  const speech::SpeechNetwork::Form& form() const { return form_; }

  // The voice as it speaks, and then each half with nothing beside it.
  Result<Json> speak(int length) {
    network_->force_length(length);
    Json row = {{form_.unit, length}};
    if (zones_ == nullptr) {
      if (const auto spoken = together(row); !spoken) return spoken.error();
    }
    const Result<HalvesAlone> halves = alone();
    if (!halves) return halves.error();
    if (halves->samples == 0)
      return Error{Errc::bad_argument,
                   fmt::format("\"{}\": has no sound, expected {} {}", text_, length, form_.unit)};
    const double seconds = static_cast<double>(halves->samples) / form_.sample_rate_hz;
    if (zones_ != nullptr) row["total_ms"] = rounded(halves->frames_ms + halves->sound_ms);
    const double total_ms = row.at("total_ms").get<double>();
    row["audio_s"] = rounded(seconds);
    row["x_realtime"] = rounded(1e3 * seconds / total_ms);
    row["rtf"] = rounded(1e-3 * total_ms / seconds);
    row["alone_frames_ms"] = rounded(halves->frames_ms);
    row["alone_sound_ms"] = rounded(halves->sound_ms);
    for (const auto& [name, ms] : network_->stages()) row[std::string(name)] = rounded(ms);
    return row;
  }

  std::vector<device::Zone> frame_zones, sound_zones;

 private:
  SayRunner(std::shared_ptr<const device::Backend> backend, std::unique_ptr<speech::Voice> voice,
            speech::SpeechNetwork& network, std::string text, device::Zones* zones)
      : backend_(std::move(backend)),
        voice_(std::move(voice)),
        network_(&network),
        form_(network.form()),
        text_(std::move(text)),
        zones_(zones) {}

  Result<void> together(Json& row) {
    double first_ms = 0;
    const StopWatch watch;
    const auto said = voice_->speak(text_, {}, [&](const audio::Chunk&) {
      if (first_ms == 0) first_ms = watch.wall_ms();
      return true;
    });
    if (!said) return said;
    row["first_audio_ms"] = rounded(first_ms);
    row["total_ms"] = rounded(watch.wall_ms());
    row["cpu_ms"] = rounded(watch.cpu_ms());
    return {};
  }

  Result<HalvesAlone> alone() {
    HalvesAlone halves;
    const Result<bool> begun = network_->begin(text_, {});
    if (!begun) return begun.error();
    if (!*begun) return halves;
    std::vector<std::pair<std::vector<float>, bool>> parts;
    if (zones_ != nullptr) zones_->clear();
    const StopWatch making;
    const auto made = network_->make_frames(
        [&](std::span<const float> frames, bool begins) {
          parts.emplace_back(std::vector<float>(frames.begin(), frames.end()), begins);
          return true;
        },
        {});
    if (!made) return made.error();
    halves.frames_ms = making.wall_ms();
    if (zones_ != nullptr) frame_zones = zones_->sorted();
    if (zones_ != nullptr) zones_->clear();
    const StopWatch sounding;
    for (const auto& part : pieces_of(std::move(parts))) {
      const size_t step = form_.frame_size * form_.most_at_once;
      for (size_t at = 0; at < part.size(); at += step) {
        const auto frames = std::span(part).subspan(at, std::min(step, part.size() - at));
        const auto heard = network_->sound_of(frames, at == 0, sound_);
        if (!heard) return heard.error();
        halves.samples += sound_.size();
      }
    }
    halves.sound_ms = sounding.wall_ms();
    if (zones_ != nullptr) sound_zones = zones_->sorted();
    return halves;
  }

  // All frames of each piece behind each other.
  static std::vector<std::vector<float>> pieces_of(
      std::vector<std::pair<std::vector<float>, bool>> parts) {
    std::vector<std::vector<float>> pieces;
    for (auto& part : parts) {
      if (part.second || pieces.empty()) pieces.emplace_back();
      pieces.back().insert(pieces.back().end(), part.first.begin(), part.first.end());
    }
    return pieces;
  }

  std::shared_ptr<const device::Backend> backend_;
  std::unique_ptr<speech::Voice> voice_;
  speech::SpeechNetwork* network_;
  speech::SpeechNetwork::Form form_;
  std::string text_;
  device::Zones* zones_;
  std::vector<float> sound_;
};

Json about(const SayBench& bench, const SayRunner& runner) {
  const device::BackendReport report = runner.backend().report();
  return {{"model", bench.flags.model},
          {"voice", bench.voice},
          {"scheme", bench.flags.quant.empty() ? "as stored" : bench.flags.quant},
          {"kv_cache", device::name_of(report.kv_cache.value_or(runner.form().kv_cache))},
          {"device", report.name},
          {"isa", report.chosen},
          {"threads", report.threads}};
}

// Adds the zones of one run.
void add(std::vector<device::Zone>& all, const std::vector<device::Zone>& run) {
  device::Zones sum;
  for (const auto& zones : {std::as_const(all), run})
    for (const device::Zone& zone : zones) sum.add(zone);
  all = sum.sorted();
}

int runs_of(const SayBenchResult& result) {
  return static_cast<int>(result.runs.front().size() * result.runs.size());
}

double milliseconds(const SayBenchResult& result, const char* name) {
  double sum = 0;
  for (const auto& runs : result.runs)
    for (const Json& run : runs) sum += run.at(name).get<double>();
  return sum;
}

}  // namespace

Result<SayBenchResult> run_bench(const SayBench& bench, const std::function<bool()>& ready,
                                 const std::function<void(const std::string&)>& done) {
  const StopWatch loading;
  device::Zones zones;
  Result<SayRunner> runner = SayRunner::open(bench, bench.zones ? &zones : nullptr);
  if (!runner) return runner.error();
  SayBenchResult result;
  result.unit = runner->form().unit;
  result.about = about(bench, *runner);
  result.about["load_ms"] = rounded(loading.wall_ms());
  result.about["load_peak_rss_mb"] = rounded(measure::peak_rss_mb());
  std::vector<int> lengths = bench.lengths;
  if (lengths.empty())
    lengths = {static_cast<int>(std::lround(kUsualSeconds * runner->form().units_a_second))};
  result.runs.resize(lengths.size());
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    for (size_t at = 0; at < lengths.size(); ++at) {
      Result<Json> run = runner->speak(lengths[at]);
      if (!run) return run.error();
      if (i < 0) continue;
      add(result.frame_zones, runner->frame_zones);
      add(result.sound_zones, runner->sound_zones);
      done(run->dump());
      result.runs[at].push_back(*std::move(run));
    }
  }
  if (result.runs.front().empty()) return Error{Errc::cancelled, "there was no run"};
  result.about["runs"] = result.runs.front().size();
  result.about["peak_rss_mb"] = rounded(measure::peak_rss_mb());
  result.about["device_peak_mb"] = rounded(runner->backend().use().peak_memory_mb);
  return result;
}

std::string json_of(const SayBenchResult& result) {
  Json json = result.about;
  for (const auto& runs : result.runs) {
    const Json medians = medians_of(runs, result.unit);
    if (result.runs.size() == 1)
      json.update(medians);
    else
      json["lengths"].push_back(medians);
  }
  if (!result.frame_zones.empty())
    json["zones"] = {{"frames", zone_json(result.frame_zones, runs_of(result))},
                     {"sound", zone_json(result.sound_zones, runs_of(result))}};
  return dumped(json);
}

std::string table_of(const SayBenchResult& result) {
  std::vector<Json> rows;
  for (const auto& runs : result.runs) rows.push_back(medians_of(runs, result.unit));
  std::string text = length_table(result.about, rows);
  if (result.frame_zones.empty()) return text;
  const auto add_table = [&](const char* name, std::span<const device::Zone> zones,
                             const char* total) {
    text += fmt::format("\n{}", name) +
            zone_table(zones, runs_of(result), milliseconds(result, total), "activations, copies");
  };
  add_table("frames", result.frame_zones, "alone_frames_ms");
  add_table("sound", result.sound_zones, "alone_sound_ms");
  return text;
}

}  // namespace sotto::bench
