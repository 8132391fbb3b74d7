#include "bench/bench_growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "audio/sink.h"
#include "base/json.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/thread_pool.h"
#include "bench/machine.h"
#include "measure/growth.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "pipeline/fallback.h"
#include "pipeline/pipeline.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "translate/document/lines.h"

namespace sotto::bench {
namespace {

using measure::Json;
using measure::rounded;
using pipeline::Clock;

// Limits that are expected. Exponents of a fit through few noisy points: room is left above 1 and
// 0.
constexpr double kLinear = 1.25, kFlat = 0.25, kNoSlower = 0.15;

struct Curve {
  const char* name;
  const char* axes;  // "words -> ms"
  double limit;
};
constexpr Curve kTranslation = {"translation by length of the sentence", "words -> ms", kLinear};
constexpr Curve kFirstAudio = {"first audio by length of the answer", "sentences -> ms", kFlat};
constexpr Curve kMemory = {"memory by length of the stream", "MB of stream -> MB of memory", kFlat};
constexpr Curve kThreads = {"time by threads", "threads -> ms a sentence", kNoSlower};
constexpr Curve kPipelines = {"time by parallel translations", "translations -> ms a sentence",
                              kNoSlower};

// Takes sound and forgets it.
class Nowhere final : public audio::Sink {
 public:
  Result<void> write(const audio::Chunk&, std::stop_token) override { return {}; }
  Result<void> finish() override { return {}; }
  void silence() noexcept override {}
};

// One sentence of so many words, of what agents say.
std::string sentence_of(size_t words) {
  std::string text;
  size_t count = 0;
  for (;;) {
    for (const measure::Prompt& prompt : measure::built_in_prompts()) {
      for (size_t begin = 0; begin < prompt.text.size(); ++count) {
        if (count == words) return text + ".";
        const size_t end = std::min(prompt.text.find(' ', begin), prompt.text.size());
        std::string word = prompt.text.substr(begin, end - begin);
        std::erase_if(word, [](char c) { return c == '.' || c == '?' || c == '!'; });
        text += (text.empty() ? "" : " ") + word;
        begin = end + 1;
      }
      text += ',';
    }
  }
}

// An agent that calls tools: a sentence, then the tool's output of 8 KB, again and again.
class ToolStream final : public pipeline::ByteSource {
 public:
  explicit ToolStream(size_t bytes) : left_(bytes) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    if (at_ == turn_.size()) {
      if (left_ == 0) return size_t{0};
      next_turn();
    }
    const size_t count = std::min(buffer.size(), turn_.size() - at_);
    std::copy_n(turn_.begin() + static_cast<ptrdiff_t>(at_), count, buffer.begin());
    at_ += count;
    left_ -= std::min(left_, count);
    return count;
  }
  bool is_live() const override { return false; }

 private:
  void next_turn() {
    const Json said = {
        {"type", "assistant"},
        {"message",
         {{"id", fmt::format("msg_{}", turns_)},
          {"content", {{{"type", "text"}, {"text", fmt::format("I fixed {} tests.", turns_)}}}}}}};
    const Json output = {
        {"type", "user"},
        {"message",
         {{"content", {{{"type", "tool_result"}, {"content", std::string(8192, 'x')}}}}}}};
    turn_ = dumped(said) + "\n" + dumped(output) + "\n";
    at_ = 0;
    ++turns_;
  }

  size_t left_, at_ = 0;
  int turns_ = 0;
  std::string turn_;
};

class GrowthRun {
 public:
  GrowthRun(const BenchRun& bench, const GrowthBench& what, translate::TranslatorOptions options,
            measure::RunWriter writer, std::stop_token stop)
      : bench_(bench),
        what_(what),
        options_(std::move(options)),
        writer_(std::move(writer)),
        stop_(std::move(stop)) {}

  const std::filesystem::path& folder() const { return writer_.folder(); }
  Result<void> finish() {
    const double share = others_.share();
    auto machine = machine_json();  // last: its measure of the bandwidth takes memory
    if (!machine) return machine.error();
    Json more = {{"machine", *std::move(machine)}, {"others_share", rounded(share)}};
    if (const auto warning = busy_warning(share)) {
      log::warn("{}", *warning);
      more["warnings"] = Json::array({*warning});
    }
    return writer_.finish(more);
  }

  Result<void> memory() {
    // First, while the process is small; the most that it ever held is what counts.
    for (const int mb : {1, 3, 10, 30, 100, 300, 1000}) {
      if (mb > what_.most_stream_mb) break;
      ToolStream source(static_cast<size_t>(mb) * 1000000);
      const auto translator = pipeline::no_translation();
      if (const auto r = run_pipe(source, *translator, nullptr, {}); !r) return r;
      if (const auto r = point(kMemory, mb, measure::peak_rss_mb()); !r) return r;
    }
    return {};
  }

  Result<void> translation() {
    auto translator = translate::Translator::load(options_);
    if (!translator) return translator.error();
    translate::LineTranslator lines(**translator, options_.from, options_.to);
    for (int words = 5; words <= what_.most_words; words *= 2) {
      const std::string text = sentence_of(static_cast<size_t>(words));
      for (int run = -1; run < bench_.runs; ++run) {
        const measure::StopWatch watch;
        const auto done = lines.translate(std::span(&text, 1), stop_);
        if (!done) return done.error();
        if (run < 0) continue;
        if (const auto r = point(kTranslation, words, watch.wall_ms()); !r) return r;
      }
    }
    return {};
  }

  Result<void> first_audio() {
    auto translator = translate::Translator::load(options_);
    if (!translator) return translator.error();
    auto voice = speech::open_voice(what_.voice, options_.to);
    if (!voice) return voice.error();
    for (const int sentences : {1, 3, 10, 30}) {
      std::string answer;
      const auto prompts = measure::built_in_prompts();
      for (int i = 0; i < sentences; ++i)
        answer += prompts[static_cast<size_t>(i) % prompts.size()].text + " ";
      for (int run = -1; run < bench_.runs; ++run) {
        const auto source = pipeline::text_source(answer);
        const Clock::time_point begin = Clock::now();
        double first_ms = 0;  // of the first sentence that the network can say
        const auto heard = [&](const pipeline::Utterance& u) {
          if (first_ms == 0 && u.times.first_audio > begin) {
            first_ms =
                std::chrono::duration<double, std::milli>(u.times.first_audio - begin).count();
          }
        };
        if (const auto r = run_pipe(*source, **translator, voice->get(), heard); !r) return r;
        if (run < 0) continue;
        if (const auto r = point(kFirstAudio, sentences, first_ms); !r) return r;
      }
    }
    return {};
  }

  Result<void> threads() {
    for (int threads = 1; threads <= available_processors(); threads *= 2) {
      translate::TranslatorOptions options = options_;
      options.threads = threads;
      auto translator = translate::Translator::load(options);
      if (!translator) return translator.error();
      for (int run = -1; run < bench_.runs; ++run) {
        const auto ms = ms_a_sentence(**translator);
        if (!ms) return ms.error();
        if (run < 0) continue;
        if (const auto r = point(kThreads, threads, *ms); !r) return r;
      }
    }
    return {};
  }

  Result<void> pipelines() {
    for (int count = 1; count <= 2 * available_processors(); count *= 2) {
      std::vector<std::unique_ptr<translate::Translator>> translators;
      for (int i = 0; i < count; ++i) {
        translate::TranslatorOptions options = options_;
        options.threads = 1;
        auto translator = translate::Translator::load(options);
        if (!translator) return translator.error();
        translators.push_back(*std::move(translator));
      }
      for (int run = -1; run < bench_.runs; ++run) {
        const measure::StopWatch watch;
        std::atomic<bool> failed = false;
        {
          std::vector<std::jthread> all;
          for (const auto& translator : translators) {
            all.emplace_back([&, t = translator.get()] {
              if (!ms_a_sentence(*t)) failed = true;
            });
          }
        }
        if (failed) return Error{Errc::cancelled, "stopped"};
        if (run < 0) continue;
        const double ms = watch.wall_ms() / static_cast<double>(kSentences * translators.size());
        if (const auto r = point(kPipelines, count, ms); !r) return r;
      }
    }
    return {};
  }

 private:
  static constexpr size_t kSentences = 12;

  Result<double> ms_a_sentence(translate::Translator& translator) {
    translate::LineTranslator lines(translator, options_.from, options_.to);
    const auto prompts = measure::built_in_prompts();
    const measure::StopWatch watch;
    for (size_t i = 0; i < kSentences; ++i) {
      const auto done = lines.translate(std::span(&prompts[i].text, 1), stop_);
      if (!done) return done.error();
    }
    return watch.wall_ms() / kSentences;
  }

  Result<void> run_pipe(pipeline::ByteSource& source, translate::Translator& translator,
                        speech::Voice* voice,
                        std::function<void(const pipeline::Utterance&)> finished) {
    Nowhere nowhere;
    pipeline::SessionOptions options;
    options.speech_text.language = options_.from;
    const text::Pronouncer readings = text::Pronouncer::built_in(options_.to);
    const text::Pronouncer source_readings = text::Pronouncer::built_in(options_.from);
    pipeline::SessionEvents events;
    events.finished = std::move(finished);
    const pipeline::PipelineResult result =
        run_pipeline(options,
                     {.translator = &translator,
                      .voice = voice,
                      .open_source_voice = {},
                      .readings = &readings,
                      .source_readings = &source_readings},
                     source, voice != nullptr ? &nowhere : nullptr, events, stop_);
    return result.error ? Result<void>(*result.error) : Result<void>();
  }

  Result<void> point(const Curve& curve, double x, double y) {
    return writer_.add({{"task", measure::kGrowthTask},
                        {"variant", curve.name},
                        {"prompt", fmt::format("x={:g}", x)},
                        {"x", x},
                        {"y", rounded(y)},
                        {"limit", curve.limit},
                        {"text", curve.axes}});
  }

  const BenchRun& bench_;
  const GrowthBench& what_;
  translate::TranslatorOptions options_;
  measure::RunWriter writer_;
  std::stop_token stop_;
  OtherPrograms others_;
};

Result<void> measure_curves(GrowthRun& run, bool quiet) {
  Progress progress("curves", quiet, Progress::Unit::pieces);
  size_t done = 0;
  for (const auto curve : {&GrowthRun::memory, &GrowthRun::translation, &GrowthRun::first_audio,
                           &GrowthRun::threads, &GrowthRun::pipelines}) {
    if (const Result<void> measured = (run.*curve)(); !measured) return measured;
    progress.show(++done, 5);
  }
  return run.finish();
}

int print_curves(const std::filesystem::path& folder) {
  const auto run = measure::read_run(folder);
  if (!run) return fail(run.error());
  std::string text;
  bool worse = false;
  for (const measure::GrowthCurve& curve : measure::growth_curves(*run)) {
    text += curve.points.label + "\n";
    for (size_t i = 0; i < curve.points.x.size(); ++i) {
      text += fmt::format("  {:>8g} {:>12.2f}\n", curve.points.x[i], curve.points.y[i]);
    }
    text += "  " + curve.summary() + "\n";
    worse = worse || curve.worse();
  }
  const int failed = print_result(text + folder.string() + "\n");
  return failed != kDone ? failed : worse ? kFailed : kDone;
}

}  // namespace

int bench_growth(const BenchRun& bench, const GrowthBench& what, Session& session) {
  translate::TranslatorOptions options;
  const Result<Language> from = language_flag("--from", what.from);
  if (!from) return fail(from.error());
  const Result<Language> to = language_flag("--to", what.to);
  if (!to) return fail(to.error());
  options.from = *from;
  options.to = *to;
  options.model = what.translator;
  auto writer = measure::RunWriter::create(bench.folder, bench.id, bench.label,
                                           {{"task", measure::kGrowthTask},
                                            {"runs", bench.runs},
                                            {"model", what.translator},
                                            {"voice", what.voice}});
  if (!writer) return fail(writer.error());
  const Signals signals(session.stop);
  GrowthRun run(bench, what, options, *std::move(writer), session.stop.get_token());
  const Result<void> done = measure_curves(run, session.quiet);
  if (!done) {
    log::warn("{}: what was measured so far is kept", run.folder().string());
    return signals.exit_code() != 0 ? signals.exit_code() : fail(done.error());
  }
  return print_curves(run.folder());
}

}  // namespace sotto::bench
