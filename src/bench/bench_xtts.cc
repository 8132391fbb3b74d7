#include "bench/bench_xtts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "bench/length_table.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "models/known_models.h"
#include "models/noise.h"
#include "models/xtts/model.h"
#include "models/xtts/sound.h"
#include "speech/frame_queue.h"
#include "terminal/flags.h"
#include "text/spoken/cleaning.h"

namespace sotto::bench {
namespace {

namespace xtts = models::xtts;
using Json = nlohmann::ordered_json;
using measure::rounded;
using measure::StopWatch;
using XttsLength = XttsBenchResult::Length;
using XttsRun = XttsBenchResult::Run;

constexpr const char* kText =
    "I fixed the race condition in the cache layer, and all the tests pass now.";
constexpr size_t kStatesAhead = 128, kStatesAtOnce = 32;  // as the voice has them

class XttsSpeaker {
 public:
  XttsSpeaker(std::shared_ptr<const xtts::Model> model, const xtts::Voice& voice,
              std::vector<int> text)
      : model_(std::move(model)),
        text_(std::move(text)),
        gpt_(model_->gpt, *model_->backend),
        sound_(model_->hifigan, *model_->backend, model_->config, voice.speaker) {
    const StopWatch hearing;
    gpt_.hear(voice.latents);
    voice_ms = hearing.wall_ms();
  }

  const xtts::Model& model() const { return *model_; }
  size_t text_tokens() const { return text_.size(); }

  XttsRun speak(int tokens) {
    XttsRun run{};
    states_.clear();
    const StopWatch whole;
    speech::FrameQueue queue(kStatesAhead, width());
    std::jthread maker([&](const std::stop_token& stop) {
      say_codes(tokens, run.text_ms, run.token_ms,
                [&](std::span<const float> state) { queue.put(state, false, stop); });
      run.codes_ms = whole.wall_ms();
      queue.end();
    });
    run.first_sound_ms = hear(queue, static_cast<size_t>(tokens), whole);
    run.total_ms = whole.wall_ms();
    run.cpu_ms = whole.cpu_ms();
    maker.join();
    double text_ms = 0;
    say_codes(tokens, text_ms, run.alone_token_ms, [](std::span<const float>) {});
    const StopWatch sounding;
    sound_.begin();
    sound_.speak(states_, true, part_);
    run.alone_sound_ms = sounding.wall_ms();
    return run;
  }

  double voice_ms = 0, audio_s = 0;

 private:
  size_t width() const { return static_cast<size_t>(model_->gpt->d()); }

  // What they are matters less than how many.
  template <class Put>
  void say_codes(int tokens, double& text_ms, double& token_ms, const Put& put) {
    const StopWatch all;
    gpt_.prompt(text_);
    text_ms = all.wall_ms();
    put(gpt_.state());
    std::vector<double> steps;
    for (int i = 1; i < tokens; ++i) {
      const double any = models::even_at(2, static_cast<uint64_t>(i));
      const StopWatch step;
      gpt_.step(static_cast<int>(any * model_->gpt->start_audio));
      steps.push_back(step.wall_ms());
      put(gpt_.state());
    }
    token_ms = steps.empty() ? text_ms : measure::median(steps);
  }

  // The time to the first sound.
  double hear(speech::FrameQueue& queue, size_t tokens, const StopWatch& whole) {
    std::optional<double> first_ms;
    size_t samples = 0;
    std::vector<float> frames;
    bool begins = false;
    sound_.begin();
    while (queue.take(kStatesAtOnce, frames, begins, {})) {
      states_.insert(states_.end(), frames.begin(), frames.end());
      sound_.speak(frames, states_.size() == tokens * width(), part_);
      if (!part_.empty() && !first_ms) first_ms = whole.wall_ms();
      samples += part_.size();
    }
    audio_s = static_cast<double>(samples) / model_->config.output_sample_rate;
    return first_ms.value_or(0);
  }

  const std::shared_ptr<const xtts::Model> model_;
  const std::vector<int> text_;
  xtts::GptSession gpt_;
  xtts::SoundSession sound_;
  std::vector<float> states_, part_;
};

Result<std::unique_ptr<XttsSpeaker>> open_xtts(const XttsBench& bench) {
  const speech::VoiceOptions options = voice_options(bench.flags);
  auto backend = terminal::device_flag(bench.device, bench.flags.threads, bench.flags.kv_cache);
  if (!backend) return backend.error();
  const auto folder = models::find_model(options.model.empty() ? "xtts" : options.model);
  if (!folder) return folder.error();
  const auto files = xtts::find_model_files(*folder);
  if (!files) return files.error();
  const auto speakers = xtts::read_speakers(files->speakers);
  if (!speakers) return speakers.error();
  const xtts::Voice& voice = speakers->begin()->second;
  auto model = xtts::Model::load(*files, options.weights, *std::move(backend));
  if (!model) return model.error();
  if (const auto fits = (*model)->check(voice); !fits) return fits.error();
  const auto cleaner = text::spoken::Cleaner::open("en");
  if (!cleaner) return cleaner.error();
  std::vector<int> text = (*model)->tokens.prompt((*cleaner)(kText), "en");
  text.resize(std::min(text.size(), static_cast<size_t>((*model)->gpt->most_text())));
  return std::make_unique<XttsSpeaker>(*std::move(model), voice, std::move(text));
}

Json numbers(const XttsLength& length, const XttsRun& run) {
  return {{"tokens", length.tokens},
          {"audio_s", rounded(length.audio_s)},
          {"text_ms", rounded(run.text_ms)},
          {"ms_per_token", rounded(run.token_ms)},
          {"codes_ms", rounded(run.codes_ms)},
          {"first_sound_ms", rounded(run.first_sound_ms)},
          {"total_ms", rounded(run.total_ms)},
          {"rtf", rounded(1e-3 * run.total_ms / length.audio_s)},
          {"cpu_ms", rounded(run.cpu_ms)},
          {"alone_ms_per_token", rounded(run.alone_token_ms)},
          {"alone_sound_ms", rounded(run.alone_sound_ms)}};
}

Json medians(const XttsLength& length) {
  std::vector<Json> runs;
  for (const XttsRun& run : length.runs) runs.push_back(numbers(length, run));
  return medians_of(runs, "tokens");
}

Json about(const XttsBenchResult& result) {
  return {{"scheme", result.scheme},
          {"isa", result.isa},
          {"threads", result.threads},
          {"runs", result.lengths.front().runs.size()},
          {"text_tokens", result.text_tokens},
          {"load_ms", rounded(result.load_ms)},
          {"voice_ms", rounded(result.voice_ms)},
          {"gpt_mb", rounded(result.gpt_mb)},
          {"hifigan_mb", rounded(result.hifigan_mb)},
          {"load_peak_rss_mb", rounded(result.load_peak_rss_mb)},
          {"peak_rss_mb", rounded(result.peak_rss_mb)}};
}

}  // namespace

Result<XttsBenchResult> run_bench(const XttsBench& bench, const std::function<bool()>& ready,
                                  const std::function<void(const std::string&)>& done) {
  XttsBenchResult result;
  const StopWatch loading;
  const auto speaker = open_xtts(bench);
  if (!speaker) return speaker.error();
  result.voice_ms = (*speaker)->voice_ms;
  result.load_ms = loading.wall_ms() - result.voice_ms;
  result.load_peak_rss_mb = measure::peak_rss_mb();
  const xtts::Model& model = (*speaker)->model();
  for (const int tokens : bench.tokens)
    result.lengths.push_back({std::min(tokens, model.gpt->most_codes()), 0, {}});
  for (int i = -bench.warmup; i < bench.runs; ++i) {
    if (i >= 0 && !ready()) break;
    for (XttsLength& length : result.lengths) {
      const XttsRun run = (*speaker)->speak(length.tokens);
      length.audio_s = (*speaker)->audio_s;
      if (i < 0) continue;
      length.runs.push_back(run);
      done(numbers(length, run).dump());
    }
  }
  if (result.lengths.empty() || result.lengths.front().runs.empty())
    return Error{Errc::cancelled, "there was no run"};
  const device::BackendReport report = model.backend->report();
  result.peak_rss_mb = measure::peak_rss_mb();
  result.gpt_mb = static_cast<double>(model.gpt->bytes) / 1e6;
  result.hifigan_mb = static_cast<double>(model.hifigan->bytes) / 1e6;
  result.text_tokens = static_cast<int>((*speaker)->text_tokens());
  result.isa = report.chosen;
  result.threads = report.threads;
  result.scheme = bench.flags.quant.empty() ? "as stored" : bench.flags.quant;
  return result;
}

std::string json_of(const XttsBenchResult& result) {
  Json json = about(result);
  for (const XttsLength& length : result.lengths) json["lengths"].push_back(medians(length));
  return json.dump();
}

std::string table_of(const XttsBenchResult& result) {
  std::vector<Json> rows;
  for (const XttsLength& length : result.lengths) rows.push_back(medians(length));
  return length_table(about(result), rows);
}

}  // namespace sotto::bench
