#include "bench/bench_kokoro.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/length_table.h"
#include "bench/zone_table.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "speech/kokoro_voice.h"
#include "terminal/flags.h"

namespace sotto::bench {
namespace {

namespace kokoro = models::kokoro;
using Json = nlohmann::ordered_json;
using measure::rounded;
using ClauseLength = KokoroBenchResult::Length;
using ClauseRun = KokoroBenchResult::Run;

// Syllables and a pause, over and over: what is said matters less than how long it is.
std::vector<int> clause_of(const kokoro::Config& config, int phonemes) {
  const std::vector<int> ids = config.vocab.ids("konoteiɾɯsamʲɕaʔpoŋɡe, ");
  std::vector<int> clause;
  for (size_t i = 0; !ids.empty() && clause.size() < static_cast<size_t>(phonemes); ++i)
    clause.push_back(ids[i % ids.size()]);
  return clause;
}

struct SpokenClause {
  ClauseRun run;
  double audio_s;
};

class KokoroSpeaker {
 public:
  KokoroSpeaker(std::shared_ptr<const kokoro::Model> model, kokoro::Voice voice,
                speech::KokoroSpeech speech)
      : model_(std::move(model)), voice_(std::move(voice)), speech_(speech), session_(model_) {}

  const kokoro::Model& model() const { return *model_; }

  Result<SpokenClause> speak(int phonemes) {
    const kokoro::Clause clause{.ids = clause_of(model_->config(), phonemes),
                                .style = voice_.style(static_cast<size_t>(phonemes)),
                                .seed = speech_.seed,
                                .first_part = speech_.first_part};
    size_t samples = 0;
    double first_ms = 0;
    const measure::StopWatch watch;
    const Result<void> spoken = session_.speak(clause, [&](std::span<const float> part) {
      if (samples == 0) first_ms = watch.wall_ms();
      samples += part.size();
      return true;
    });
    if (!spoken) return spoken.error();
    return SpokenClause{{first_ms, watch.wall_ms(), watch.cpu_ms(), session_.stage_times()},
                        static_cast<double>(samples) / kokoro::kSampleRateHz};
  }

 private:
  const std::shared_ptr<const kokoro::Model> model_;
  const kokoro::Voice voice_;
  const speech::KokoroSpeech speech_;
  kokoro::Session session_;
};

Result<std::unique_ptr<KokoroSpeaker>> open_kokoro(const KokoroBench& bench, device::Zones* zones) {
  speech::VoiceOptions options = voice_options(bench.flags);
  const auto backend =
      terminal::device_flag(bench.device, bench.flags.threads, bench.flags.kv_cache);
  if (!backend) return backend.error();
  options.backend = zones == nullptr ? *backend : device::measured(*backend, *zones);
  const auto path = speech::find_kokoro(options);
  if (!path) return path.error();
  auto model = speech::load_kokoro(*path, options);
  if (!model) return model.error();
  const std::vector<std::string> names = (*model)->voices().names();
  Result<kokoro::Voice> voice =
      (*model)->voices().voice(bench.voice.empty() && !names.empty() ? names.front() : bench.voice);
  if (!voice) return voice.error();
  return std::make_unique<KokoroSpeaker>(*std::move(model), *std::move(voice),
                                         speech::kokoro_speech(bench.flags.settings));
}

Json numbers(const ClauseLength& length, const ClauseRun& run) {
  const kokoro::StageTimes& s = run.stages;
  return {{"phonemes", length.phonemes},
          {"audio_s", rounded(length.audio_s)},
          {"first_ms", rounded(run.first_ms)},
          {"total_ms", rounded(run.total_ms)},
          {"rtf", rounded(1e-3 * run.total_ms / length.audio_s)},
          {"cpu_ms", rounded(run.cpu_ms)},
          {"text_ms", rounded(s.text_ms)},
          {"prosody_ms", rounded(s.prosody_ms)},
          {"decoder_ms", rounded(s.decoder_ms)},
          {"source_ms", rounded(s.source_ms)},
          {"opening_ms", rounded(s.opening_ms)},
          {"generator_ms", rounded(s.generator_ms)},
          {"wave_ms", rounded(s.wave_ms)}};
}

Json medians(const ClauseLength& length) {
  std::vector<Json> runs;
  for (const ClauseRun& run : length.runs) runs.push_back(numbers(length, run));
  return medians_of(runs, "phonemes");
}

Json about(const KokoroBenchResult& result) {
  return {{"scheme", result.scheme},
          {"isa", result.isa},
          {"threads", result.threads},
          {"runs", result.lengths.front().runs.size()},
          {"load_ms", rounded(result.load_ms)},
          {"weights_mb", rounded(result.weights_mb)},
          {"load_peak_rss_mb", rounded(result.load_peak_rss_mb)},
          {"peak_rss_mb", rounded(result.peak_rss_mb)}};
}

double total_ms(const KokoroBenchResult& result) {
  double sum = 0;
  for (const ClauseLength& length : result.lengths)
    for (const ClauseRun& run : length.runs) sum += run.total_ms;
  return sum;
}

}  // namespace

Result<KokoroBenchResult> run_bench(const KokoroBench& bench, const std::function<bool()>& ready,
                                    const std::function<void(const std::string&)>& done) {
  KokoroBenchResult result;
  const measure::StopWatch loading;
  if (bench.zones) result.zones = std::make_shared<device::Zones>();
  const auto speaker = open_kokoro(bench, result.zones.get());
  if (!speaker) return speaker.error();
  result.load_ms = loading.wall_ms();
  result.load_peak_rss_mb = measure::peak_rss_mb();
  for (const int phonemes : bench.phonemes) result.lengths.push_back({phonemes, 0, {}});
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    if (i == 0 && bench.zones) result.zones->clear();
    for (ClauseLength& length : result.lengths) {
      const Result<SpokenClause> spoken = (*speaker)->speak(length.phonemes);
      if (!spoken) return spoken.error();
      length.audio_s = spoken->audio_s;
      if (i < 0) continue;
      length.runs.push_back(spoken->run);
      done(numbers(length, spoken->run).dump());
    }
  }
  if (result.lengths.empty() || result.lengths.front().runs.empty())
    return Error{Errc::cancelled, "there was no run"};
  const device::BackendReport report = (*speaker)->model().backend().report();
  result.peak_rss_mb = measure::peak_rss_mb();
  result.weights_mb = static_cast<double>((*speaker)->model().weight_bytes()) / 1e6;
  result.isa = report.chosen;
  result.threads = report.threads;
  result.scheme = bench.flags.quant.empty() ? "as stored" : bench.flags.quant;
  return result;
}

std::string json_of(const KokoroBenchResult& result) {
  Json json = about(result);
  for (const ClauseLength& length : result.lengths) json["clauses"].push_back(medians(length));
  if (result.zones) {
    json["zones"] =
        zone_json(result.zones->sorted(), static_cast<int>(result.lengths.front().runs.size()));
  }
  return json.dump();
}

std::string table_of(const KokoroBenchResult& result) {
  std::vector<Json> rows;
  for (const ClauseLength& length : result.lengths) rows.push_back(medians(length));
  const std::string text = length_table(about(result), rows);
  if (!result.zones) return text;
  return text + zone_table(result.zones->sorted(),
                           static_cast<int>(result.lengths.front().runs.size()), total_ms(result),
                           "source, STFT, copies");
}

}  // namespace sotto::bench
