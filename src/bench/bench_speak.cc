#include "bench/bench_speak.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "audio/sink.h"
#include "base/file.h"
#include "bench/bench_prompts.h"
#include "bench/machine.h"
#include "engine/registers.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "pipeline/fallback.h"
#include "pipeline/pipeline.h"
#include "pipeline/timings.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "terminal/pacer.h"

namespace sotto::bench {
namespace {

using measure::Json;
using measure::Prompt;
using measure::rounded;
using pipeline::Clock;
namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{1} << 30;

// A recorded stream, a line at a time, at its pace.
class PacedSource final : public pipeline::ByteSource {
 public:
  PacedSource(std::string_view stream, double lines_per_second, const std::stop_token& stop)
      : rest_(stream), pacer_(lines_per_second, stop) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (line_.empty() && !rest_.empty()) {
      pacer_.wait();
      const size_t end = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end);
    }
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    const size_t count = std::min(buffer.size(), line_.size());
    std::memcpy(buffer.data(), line_.data(), count);
    line_.remove_prefix(count);
    return count;
  }
  bool is_live() const override { return false; }  // what it says does not depend on the machine

 private:
  std::string_view rest_, line_;
  Pacer pacer_;
};

// A listener who is never late: takes all sound at once, or `in_time` as a sound card with a tenth of
// a second in its buffer does, and notes where one that plays from the first sample on would have
// run dry within a sentence.
class Listener final : public audio::Sink {
 public:
  Listener(audio::Sink* file, bool in_time) : file_(file), in_time_(in_time) {}

  Result<void> write(const audio::Chunk& chunk, std::stop_token stop) override {
    const Clock::time_point now = Clock::now();
    if (inside_ && now > heard_until_) {
      ++gaps;
      gap_ms += std::chrono::duration<double, std::milli>(now - heard_until_).count();
    }
    inside_ = true;
    const double seconds = static_cast<double>(chunk.samples.size()) / chunk.sample_rate_hz;
    heard_until_ = std::max(heard_until_, now) + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(seconds));
    if (in_time_) wait_until(heard_until_ - kBuffered, stop);
    return file_ != nullptr ? file_->write(chunk, stop) : Result<void>();
  }

  Result<void> end_utterance(std::stop_token stop) override {
    inside_ = false;
    return file_ != nullptr ? file_->end_utterance(stop) : Result<void>();
  }

  Result<void> finish() override { return file_ != nullptr ? file_->finish() : Result<void>(); }
  void silence() noexcept override {}

  int gaps = 0;  // of the sentence, until who reads them sets them back
  double gap_ms = 0;

 private:
  static constexpr std::chrono::milliseconds kBuffered{100};
  void wait_until(Clock::time_point time, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, stop, time, [] { return false; });
  }

  audio::Sink* file_;
  const bool in_time_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  Clock::time_point heard_until_;
  bool inside_ = false;
};

// Times of reading and cleaning alone, on the whole stream at once.
struct ReadingTimes {
  double parse_ms = 0, clean_ms = 0;
};

ReadingTimes time_reading(const std::string& stream, const Language& language) {
  std::vector<agent::TextEvent> events;
  const measure::StopWatch parsing;
  agent::Reader reader({}, [&](agent::TextEvent event) { events.push_back(std::move(event)); });
  reader.push(stream);
  if (!reader.finish()) return {};
  const double parse_ms = parsing.wall_ms();
  text::SpeechTextOptions options;
  options.language = language;
  const measure::StopWatch cleaning;
  text::SpeechText cleaner(options, [](const text::Sentence&) {});
  for (const agent::TextEvent& event : events) {
    if (event.kind == agent::TextEvent::Kind::text)
      cleaner.push(event.text);
    else
      cleaner.end_block();
  }
  return {parse_ms, cleaning.wall_ms()};
}

class SpeakContestant final : public Contestant {
 public:
  static Result<std::unique_ptr<Contestant>> open(const SpeakBench& what,
                                                  const translate::TranslatorOptions& options) {
    auto contestant = std::unique_ptr<SpeakContestant>(new SpeakContestant(what, options));
    contestant->translator_ = pipeline::no_translation();
    if (what.translator != "none") {
      auto translator = translate::Translator::load(options);
      if (!translator) return translator.error();
      translator = contestant->registers_.apply(*std::move(translator), options.to,
                                                register_flag(what.in_register));
      if (!translator) return translator.error();
      contestant->translator_ = *std::move(translator);
    }
    speech::VoiceOptions of_voice = voice_options(what.of_voice);
    of_voice.backend = options.backend;
    auto voice = speech::open_voice(what.voice, options.to, 1, of_voice);
    if (!voice) return voice.error();
    contestant->voice_ = *std::move(voice);
    return std::unique_ptr<Contestant>(std::move(contestant));
  }

  Result<std::vector<Json>> measure(const Prompt& prompt, const std::optional<fs::path>& audio,
                                    const std::stop_token& stop) override {
    const Result<std::string> stream = read_file(prompt.text, kMostBytes);
    if (!stream) return stream.error();
    std::unique_ptr<audio::Sink> file;
    if (audio) {
      auto opened = audio::Sink::open(audio->string(), voice_->sample_rate_hz());
      if (!opened) return opened.error();
      file = *std::move(opened);
    }
    Listener listener(file.get(), in_time_);
    PacedSource source(*stream, rate_, stop);
    std::vector<Json> lines;
    pipeline::SessionEvents events;
    events.finished = [&](const pipeline::Utterance& u) {
      lines.push_back(line_of(prompt, u, listener));
    };
    const pipeline::SessionParts parts = {.translator = translator_.get(),
                                          .voice = voice_.get(),
                                          .open_source_voice = {},
                                          .readings = &readings_,
                                          .source_readings = &source_readings_};
    const pipeline::PipelineResult result =
        run_pipeline(options_, parts, source, &listener, events, stop);
    if (result.error) return *result.error;
    if (lines.empty()) {
      return Error{Errc::bad_format, prompt.text + ": has no sentence to say, expected some"};
    }
    add_reading_times(*stream, lines);
    return lines;
  }

 private:
  SpeakContestant(const SpeakBench& what, const translate::TranslatorOptions& options)
      : rate_(what.rate),
        in_time_(what.in_time),
        readings_(text::Pronouncer::built_in(options.to)),
        source_readings_(text::Pronouncer::built_in(options.from)) {
    options_.speech_text.language = options.from;
    options_.real_time = true;  // a pause that has passed is not said
    options_.heard_live = true;
    options_.keep_up = what.keep_up;
    // Text counts as received when it comes, and not when there is room for it.
    if (in_time_) options_.queued_sentences = 256;
  }

  static Json line_of(const Prompt& prompt, const pipeline::Utterance& u, Listener& listener) {
    Json line = {{"prompt", fmt::format("{}#{}", prompt.id, u.id)},
                 {"source", u.source.text},
                 {"text", u.translation.sentence.text},
                 {"lost", u.translation.untranslated ? 1 : 0},
                 {"voice", u.voice},
                 {"passed_over", u.passed_over.empty() ? 0 : 1},
                 {"tempo", rounded(u.tempo)},
                 {"audio_ms", rounded(u.audio_ms)},
                 {"underruns", std::exchange(listener.gaps, 0)},
                 {"gap_ms", rounded(std::exchange(listener.gap_ms, 0))}};
    for (const pipeline::Stage& stage : pipeline::stages()) {
      if (const auto ms = stage.milliseconds(u)) line[stage.key] = rounded(*ms);
    }
    return line;
  }

  // The mean of the session: one sentence is too little to be timed.
  void add_reading_times(const std::string& stream, std::vector<Json>& lines) const {
    const ReadingTimes times = time_reading(stream, options_.speech_text.language);
    for (Json& line : lines) {
      line["parse_ms"] = rounded(times.parse_ms / static_cast<double>(lines.size()));
      line["clean_ms"] = rounded(times.clean_ms / static_cast<double>(lines.size()));
    }
  }

  double rate_;
  bool in_time_;
  pipeline::SessionOptions options_;
  text::Pronouncer readings_, source_readings_;
  engine::Registers registers_;
  std::unique_ptr<translate::Translator> translator_;
  std::unique_ptr<speech::Voice> voice_;
};

}  // namespace

int bench_speak(const BenchRun& bench, const SpeakBench& what, Session& session) {
  translate::TranslatorOptions common;
  const Result<Language> from = language_flag("--from", what.from);
  if (!from) return fail(from.error());
  const Result<Language> to = language_flag("--to", what.to);
  if (!to) return fail(to.error());
  common.from = *from;
  common.to = *to;
  common.model = what.translator;
  const auto choices = settings(split_list(what.quant), split_list(what.threads), what.kv_cache);
  if (!choices) return fail(choices.error());
  std::vector<Variant> variants;
  for (const Setting& s : *choices) {
    common.weights = weights_flag(s.scheme);
    common.threads = s.threads;
    Json about = {{"model", what.translator}, {"voice", what.voice}};
    if (!what.in_register.empty()) about["register"] = what.in_register;
    if (!what.of_voice.quant.empty()) about["voice_quant"] = what.of_voice.quant;
    for (const auto& [key, value] : what.of_voice.settings) about[key] = value;
    about.update(s.about(what.device));
    variants.push_back({fmt::format("{} {} {}", fs::path(what.translator).filename().string(),
                                    s.name(), what.voice),
                        std::move(about),
                        [what, options = common]() mutable -> Result<std::unique_ptr<Contestant>> {
                          const auto backend =
                              device_flag(what.device, options.threads, what.kv_cache);
                          if (!backend) return backend.error();
                          options.backend = *backend;
                          return SpeakContestant::open(what, options);
                        }});
  }
  std::vector<Prompt> sessions;
  for (const std::string& file : what.sessions) {
    sessions.push_back({fs::path(file).stem().string(), "session", file, ""});
  }
  return run_variants(bench, "speak", {{"language", to->iso}, {"rate", what.rate}}, sessions,
                      variants, session);
}

}  // namespace sotto::bench
