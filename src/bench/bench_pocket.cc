#include "bench/bench_pocket.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/thread_pool.h"
#include "bench/zone_table.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "terminal/flags.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::median;
using measure::peak_rss_mb;
using measure::rounded;
using measure::StopWatch;
using SayRun = SayBenchResult::Run;

struct Spoken {
  SayRun run{};
  std::vector<float> sound;
};

// Says the text and keeps what was heard.
class Speaker {
 public:
  static Result<Speaker> open(const SayBench& bench, speech::PocketZones* zones,
                              std::shared_ptr<const device::Backend> backend) {
    Speaker speaker;
    speech::PocketOptions options = speech::pocket_options(voice_options(bench.flags));
    options.backend = std::move(backend);
    options.voice = bench.voice;
    options.max_tokens = std::numeric_limits<int>::max();
    options.forced_frames = bench.frames;
    options.zones = zones;
    options.timed = [parts = speaker.parts_.get()](const speech::PocketTimings& t) { *parts = t; };
    auto voice = speech::open_pocket_voice(options);
    if (!voice) return voice.error();
    speaker.voice_ = *std::move(voice);
    speaker.text_ = bench.text;
    return speaker;
  }

  Result<Spoken> speak() {
    Spoken spoken;
    const StopWatch watch;
    const auto said = voice_->speak(text_, {}, [&](const audio::Chunk& chunk) {
      if (spoken.sound.empty()) spoken.run.first_audio_ms = watch.wall_ms();
      spoken.sound.insert(spoken.sound.end(), chunk.samples.begin(), chunk.samples.end());
      return true;
    });
    spoken.run.total_ms = watch.wall_ms();
    spoken.run.cpu_ms = watch.cpu_ms();
    spoken.run.parts = *parts_;
    if (!said) return said.error();
    return spoken;
  }

  double seconds(size_t samples) const {
    return static_cast<double>(samples) / voice_->sample_rate_hz();
  }

 private:
  std::unique_ptr<speech::PocketTimings> parts_ = std::make_unique<speech::PocketTimings>();
  std::unique_ptr<speech::Voice> voice_;
  std::string text_;
};

// The length that was asked for. (That a seed speaks the same way twice has tests of its own: here
// the noise goes on from run to run.)
Result<void> check(const SayBench& bench, const Spoken& spoken) {
  if (spoken.run.parts.frames == bench.frames && !spoken.sound.empty()) return {};
  return Error{Errc::bad_argument, fmt::format("\"{}\": became {} frames, expected {}: a text with "
                                               "something to say, in one piece",
                                               bench.text, spoken.run.parts.frames, bench.frames)};
}

Json numbers(const SayBench& bench, const SayRun& run) {
  const double frames = bench.frames;
  return {{"first_audio_ms", rounded(run.first_audio_ms)},
          {"total_ms", rounded(run.total_ms)},
          {"cpu_ms", rounded(run.cpu_ms)},
          {"text_prompt_ms", rounded(run.parts.prompts.wall_ms)},
          {"flow_lm_ms_per_frame", rounded(run.parts.flow_lm.wall_ms / frames)},
          {"mimi_ms_per_frame", rounded(run.parts.mimi.wall_ms / frames)},
          {"flow_lm_cpu_ms_per_frame", rounded(run.parts.flow_lm.cpu_ms / frames)},
          {"mimi_cpu_ms_per_frame", rounded(run.parts.mimi.cpu_ms / frames)}};
}

Json numbers(const SayBench& bench, const SayBenchResult& result) {
  Json medians = numbers(bench, result.runs.front());
  for (auto& [key, value] : medians.items()) {
    std::vector<double> all;
    for (const SayRun& run : result.runs) all.push_back(numbers(bench, run).at(key).get<double>());
    value = rounded(median(all));
  }
  const double total_ms = medians.at("total_ms").get<double>();
  Json json = {{"model", bench.flags.model},
               {"scheme", result.scheme},
               {"kv_cache", device::name_of(bench.flags.kv_cache.value_or(device::Precision::f32))},
               {"device", result.device},
               {"isa", result.isa},
               {"threads", result.threads},
               {"frames", bench.frames},
               {"runs", result.runs.size()},
               {"audio_s", rounded(result.audio_s)},
               {"x_realtime", rounded(1e3 * result.audio_s / total_ms)},
               {"rtf", rounded(1e-3 * total_ms / result.audio_s)}};
  json.update(medians);
  json["device_peak_mb"] = rounded(result.device_peak_mb);
  json["peak_rss_mb"] = rounded(result.peak_rss_mb);
  json["load_ms"] = rounded(result.load_ms);
  return json;
}

// Of the text and the first frame, which have all threads, of FlowLM's other frames, and of Mimi.
std::string zone_tables(const SayBenchResult& result) {
  const int runs = static_cast<int>(result.runs.size());
  double prompts = 0, flow_lm = 0, mimi = 0;
  for (const SayRun& run : result.runs) {
    prompts += run.parts.prompts.wall_ms + run.parts.first_frames.wall_ms;
    flow_lm += run.parts.flow_lm.wall_ms - run.parts.first_frames.wall_ms;
    mimi += run.parts.mimi.wall_ms;
  }
  const auto table = [&](std::string_view name, const device::Zones& zones, double ms) {
    return fmt::format("\n{}", name) + zone_table(zones.sorted(), runs, ms, "activations, copies");
  };
  return table("text and first frame", result.zones->prompts, prompts) +
         table("FlowLM", result.zones->flow_lm, flow_lm) + table("Mimi", result.zones->mimi, mimi);
}

}  // namespace

Result<SayBenchResult> run_bench(const SayBench& bench, const std::function<bool()>& ready,
                                 const std::function<void(const SayRun&)>& done) {
  const auto backend =
      terminal::device_flag(bench.device, bench.flags.threads, bench.flags.kv_cache);
  if (!backend) return backend.error();
  SayBenchResult result;
  const StopWatch loading;
  if (bench.zones) result.zones = std::make_shared<speech::PocketZones>();
  Result<Speaker> speaker = Speaker::open(bench, result.zones.get(), *backend);
  if (!speaker) return speaker.error();
  result.load_ms = loading.wall_ms();
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    if (i == 0 && bench.zones) *result.zones = {};
    const Result<Spoken> spoken = speaker->speak();
    if (!spoken) return spoken.error();
    if (const Result<void> right = check(bench, *spoken); !right) return right.error();
    result.audio_s = speaker->seconds(spoken->sound.size());
    if (i < 0) continue;
    result.runs.push_back(spoken->run);
    done(spoken->run);
  }
  if (result.runs.empty()) return Error{Errc::cancelled, "there was no run"};
  result.peak_rss_mb = peak_rss_mb();
  result.device = (*backend)->report().name;
  result.device_peak_mb = (*backend)->use().peak_memory_mb;
  result.isa = (*backend)->report().chosen;
  result.threads = bench.flags.threads > 0 ? bench.flags.threads : default_threads();
  result.scheme = bench.flags.quant.empty() ? "as stored" : bench.flags.quant;
  return result;
}

std::string json_of(const SayBench& bench, const SayRun& run) { return numbers(bench, run).dump(); }

std::string json_of(const SayBench& bench, const SayBenchResult& result) {
  Json json = numbers(bench, result);
  if (result.zones) {
    const auto all = [&](const device::Zones& zones) {
      return zone_json(zones.sorted(), static_cast<int>(result.runs.size()));
    };
    json["zones"] = {{"prompts", all(result.zones->prompts)},
                     {"flow_lm", all(result.zones->flow_lm)},
                     {"mimi", all(result.zones->mimi)}};
  }
  return json.dump();
}

std::string table_of(const SayBench& bench, const SayBenchResult& result) {
  std::string text;
  const Json json = numbers(bench, result);
  for (const auto& [key, value] : json.items()) {
    text += fmt::format("{:<24} {}\n", key,
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return result.zones ? text + zone_tables(result) : text;
}

}  // namespace sotto::bench
