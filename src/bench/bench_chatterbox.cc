#include "bench/bench_chatterbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "measure/process.h"
#include "measure/statistics.h"
#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox/stream.h"
#include "models/known_models.h"
#include "models/noise.h"
#include "terminal/flags.h"

namespace sotto::bench {
namespace {

namespace chatterbox = models::chatterbox;
using Json = nlohmann::ordered_json;
using measure::rounded;
using measure::StopWatch;
using ChatterboxRun = ChatterboxBenchResult::Run;

constexpr int kTextTokens = 42, kFirstTokens = 25;
constexpr float kGuidance = 0.5f;

// The same ones each time: what they are matters less than how many.
std::vector<int> any_tokens(int count, int most) {
  std::vector<int> tokens;
  for (int i = 0; i < count; ++i)
    tokens.push_back(static_cast<int>(models::even_at(2, static_cast<uint64_t>(i)) * most));
  return tokens;
}

class ChatterboxSpeaker {
 public:
  static Result<std::unique_ptr<ChatterboxSpeaker>> open(const ChatterboxBench& bench) {
    const speech::VoiceOptions options = voice_options(bench.flags);
    auto backend = terminal::device_flag(bench.device, bench.flags.threads, bench.flags.kv_cache);
    if (!backend) return backend.error();
    const auto folder = models::find_model(options.model.empty() ? "chatterbox" : options.model);
    if (!folder) return folder.error();
    const auto files = chatterbox::find_model_files(*folder, "en");
    if (!files) return files.error();
    auto voice = chatterbox::read_conditionals(files->conditionals);
    if (!voice) return voice.error();
    const auto wanted = static_cast<size_t>(bench.prompt_tokens);
    if (wanted > 0 && wanted < voice->gen.tokens.size()) {
      const size_t frame = voice->gen.mel.size() / (2 * voice->gen.tokens.size());
      voice->gen.tokens.resize(wanted);
      voice->gen.mel.resize(2 * wanted * frame);
    }
    const StopWatch loading;
    auto model = chatterbox::Model::load(*files, options.weights, *std::move(backend));
    if (!model) return model.error();
    if (const auto fits = (*model)->t3->check(voice->t3); !fits) return fits.error();
    auto sound = chatterbox::S3GenSession::open((*model)->s3gen, voice->gen);
    if (!sound) return sound.error();
    auto speaker = std::unique_ptr<ChatterboxSpeaker>(
        new ChatterboxSpeaker(*std::move(model), *std::move(sound), bench.tokens));
    speaker->load_ms = loading.wall_ms();
    const StopWatch hearing;
    speaker->t3_.hear(voice->t3);
    speaker->voice_ms = hearing.wall_ms();
    return speaker;
  }

  const chatterbox::Model& model() const { return *model_; }
  const chatterbox::S3GenSession& sound() const { return *sound_; }

  Result<ChatterboxRun> speak() {
    ChatterboxRun run{};
    const StopWatch whole;
    say_tokens(run);
    const auto tokens = std::span<const int>(speech_);
    const StopWatch flowing;
    const auto mel =
        sound_->spectrum(tokens, sound_->flow_noise(tokens.size(), kHow.seed), kHow.steps);
    if (!mel) return mel.error();
    run.spectrum_ms = flowing.wall_ms();
    const StopWatch sounding;
    const chatterbox::Source& source = model_->s3gen->hift().source;
    const auto samples = static_cast<size_t>(sound_->frames_of(tokens.size())) *
                         static_cast<size_t>(source.samples_per_frame);
    chatterbox::S3GenSession::Past past{.turns = source.start(), .f0 = {}};
    const auto wave = sound_->sound(
        {.mel = *mel}, chatterbox::draw_source(1, 0, samples, source.merge.count()), past);
    run.vocoder_ms = sounding.wall_ms();
    run.total_ms = whole.wall_ms();
    run.cpu_ms = whole.cpu_ms();
    audio_s = static_cast<double>(wave.size()) / chatterbox::kSampleRateHz;
    return streamed(run);
  }

  double load_ms = 0, voice_ms = 0, audio_s = 0;

 private:
  static constexpr chatterbox::S3GenSession::Options kHow{.seed = 1, .steps = 0};

  ChatterboxSpeaker(std::shared_ptr<const chatterbox::Model> model,
                    std::unique_ptr<chatterbox::S3GenSession> sound, int tokens)
      : model_(std::move(model)),
        t3_(model_->t3, *model_->backend, true),
        sound_(std::move(sound)),
        text_(
            any_tokens(std::min(kTextTokens, model_->t3->most_text()), model_->t3->text_tokens())),
        speech_(any_tokens(tokens, model_->s3gen->vocabulary())) {}

  void say_tokens(ChatterboxRun& run) {
    const StopWatch all;
    t3_.prompt(text_, kGuidance);
    run.text_ms = all.wall_ms();
    std::vector<double> steps;
    for (size_t i = 0; i + 1 < speech_.size(); ++i) {
      const StopWatch step;
      t3_.step(speech_[i]);
      steps.push_back(step.wall_ms());
    }
    run.tokens_ms = all.wall_ms();
    run.token_ms = measure::median(steps);
  }

  // The time to the first sound of a stream: a second of tokens, and what of it can be heard.
  Result<ChatterboxRun> streamed(ChatterboxRun run) {
    const auto first = std::span<const int>(speech_).first(
        std::min(speech_.size(), static_cast<size_t>(kFirstTokens)));
    const StopWatch sounding;
    chatterbox::SpeechStream stream(*sound_, kHow);
    const auto sound = stream.push(first, first.size() == speech_.size());
    if (!sound) return sound.error();
    run.first_sound_ms =
        run.text_ms + static_cast<double>(first.size() - 1) * run.token_ms + sounding.wall_ms();
    return run;
  }

  const std::shared_ptr<const chatterbox::Model> model_;
  chatterbox::T3Session t3_;
  const std::unique_ptr<chatterbox::S3GenSession> sound_;
  const std::vector<int> text_, speech_;
};

Json numbers(const ChatterboxBenchResult& result, const ChatterboxRun& run) {
  return {{"text_ms", rounded(run.text_ms)},
          {"ms_per_token", rounded(run.token_ms)},
          {"tokens_ms", rounded(run.tokens_ms)},
          {"spectrum_ms", rounded(run.spectrum_ms)},
          {"vocoder_ms", rounded(run.vocoder_ms)},
          {"s3gen_ms_per_audio_s", rounded((run.spectrum_ms + run.vocoder_ms) / result.audio_s)},
          {"total_ms", rounded(run.total_ms)},
          {"cpu_ms", rounded(run.cpu_ms)},
          {"rtf", rounded(1e-3 * run.total_ms / result.audio_s)},
          {"first_sound_ms", rounded(run.first_sound_ms)}};
}

Json all_of(const ChatterboxBenchResult& result) {
  Json json = {{"scheme", result.scheme},
               {"isa", result.isa},
               {"threads", result.threads},
               {"runs", result.runs.size()},
               {"tokens", result.tokens},
               {"prompt_frames", result.prompt_frames},
               {"audio_s", rounded(result.audio_s)},
               {"load_ms", rounded(result.load_ms)},
               {"voice_ms", rounded(result.voice_ms)},
               {"t3_mb", rounded(result.t3_mb)},
               {"s3gen_mb", rounded(result.s3gen_mb)},
               {"peak_rss_mb", rounded(result.peak_rss_mb)}};
  Json medians = numbers(result, result.runs.front());
  for (auto& [key, value] : medians.items()) {
    std::vector<double> values;
    for (const ChatterboxRun& run : result.runs)
      values.push_back(numbers(result, run).at(key).get<double>());
    json[key] = rounded(measure::median(values));
  }
  return json;
}

}  // namespace

Result<ChatterboxBenchResult> run_bench(const ChatterboxBench& bench,
                                        const std::function<bool()>& ready,
                                        const std::function<void(const std::string&)>& done) {
  const auto speaker = ChatterboxSpeaker::open(bench);
  if (!speaker) return speaker.error();
  ChatterboxBenchResult result;
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    const Result<ChatterboxRun> run = (*speaker)->speak();
    if (!run) return run.error();
    result.audio_s = (*speaker)->audio_s;
    if (i < 0) continue;
    result.runs.push_back(*run);
    done(numbers(result, *run).dump());
  }
  if (result.runs.empty()) return Error{Errc::cancelled, "there was no run"};
  const chatterbox::Model& model = (*speaker)->model();
  const device::BackendReport report = model.backend->report();
  result.load_ms = (*speaker)->load_ms;
  result.voice_ms = (*speaker)->voice_ms;
  result.peak_rss_mb = measure::peak_rss_mb();
  result.t3_mb = static_cast<double>(model.t3->bytes) / 1e6;
  result.s3gen_mb = static_cast<double>(model.s3gen->weight_bytes()) / 1e6;
  result.tokens = bench.tokens;
  result.prompt_frames = static_cast<int>((*speaker)->sound().prompt_frames());
  result.isa = report.chosen;
  result.threads = report.threads;
  result.scheme = bench.flags.quant.empty() ? "as stored" : bench.flags.quant;
  return result;
}

std::string json_of(const ChatterboxBenchResult& result) { return all_of(result).dump(); }

std::string table_of(const ChatterboxBenchResult& result) {
  std::string text;
  const Json json = all_of(result);
  for (const auto& [key, value] : json.items())
    text += fmt::format("{:<22} {}\n", key,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

}  // namespace sotto::bench
