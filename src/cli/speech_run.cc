#include "cli/speech_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "pipeline/timings.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/signals.h"

namespace sotto::cli {
namespace {

using pipeline::Utterance;

std::string one_cell(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

// source TAB translation; what could not be translated is marked with its own language.
std::string text_line(const Utterance& u) {
  const std::string mark =
      u.translation.lost ? fmt::format("[{}] ", u.source.language.iso) : std::string();
  return one_cell(u.source.text) + '\t' + mark + one_cell(u.translation.sentence.text);
}

// What is printed and written while it runs. `translated` and `finished` come on different threads.
class Reporter {
 public:
  Reporter(const SpeechRun& run, Session& session, std::optional<LineWriter> timings_file)
      : run_(run),
        session_(session),
        lines_(run.output == "-" ? STDERR_FILENO : STDOUT_FILENO,
               run.output == "-" ? "standard error" : "standard output"),
        timings_file_(std::move(timings_file)),
        timings_(pipeline::Clock::now()) {}

  pipeline::PipelineEvents events() {
    return {.translated = [this](const Utterance& u) { translated(u); },
            .finished = [this](const Utterance& u) { finished(u); },
            .sound_lost = [this](const Error& e) { sound_lost(e); }};
  }

  // The table, the summary line and what went wrong.
  int end(const pipeline::PipelineResult& result, int signal_exit_code) {
    if (timings_file_) timings_file_->write(timings_.summary_json(), {});
    if (!session_.quiet && timings_.utterances() > 0) {
      fmt::print(stderr, "{}", timings_.table());
    }
    if (signal_exit_code != 0) return signal_exit_code;
    if (timings_.utterances() == 0 && !result.error) log::warn("there is nothing in it to be said");
    int code = kDone;
    if (result.error && result.error->code != Errc::cancelled) code = fail(*result.error);
    if (lines_.error()) code = std::max(code, fail(*lines_.error()));
    if (timings_file_ && timings_file_->error()) {
      code = std::max(code, fail(*timings_file_->error()));
    }
    return code;
  }

 private:
  void translated(const Utterance& u) {
    if (run_.text) {
      write(u);
    } else if (u.translation.lost) {
      log::warn("not translated ({}): {}", u.translation.why, u.source.text);
    }
  }

  void finished(const Utterance& u) {
    timings_.add(u);
    if (timings_file_) timings_file_->write(timings_.json(u), session_.stop.get_token());
    // What was not heard is read instead.
    if (!run_.text && !u.heard) write(u);
  }

  void write(const Utterance& u) {
    lines_.write(text_line(u), session_.stop.get_token());
    if (lines_.closed()) session_.stop.request_stop();  // `| head -1`: enough
  }

  void sound_lost(const Error& error) {
    if (error.code == Errc::cancelled) session_.stop.request_stop();  // `-o - | head -c 10`
  }

  const SpeechRun& run_;
  Session& session_;
  LineWriter lines_;  // translate thread when run_.text, else play thread
  std::optional<LineWriter> timings_file_;
  pipeline::Timings timings_;
};

struct Equipment {
  std::unique_ptr<speech::Voice> voice;
  std::unique_ptr<translate::Translator> translator;
  std::unique_ptr<audio::Sink> sink;
};

Result<Equipment> open_equipment(SpeechRun& run) {
  Equipment e;
  if (run.voice != "none") {
    auto voice = pipeline::open_voice(voice_candidates(run.voice, run.to, run.rate, run.pocket));
    if (!voice) return voice.error();
    e.voice = std::move(*voice);
  }
  e.translator = pipeline::no_translation();
  if (!run.translators.empty()) {
    auto translator = pipeline::open_translator(std::move(run.translators));
    if (!translator) return translator.error();
    e.translator = std::move(*translator);
  }
  if (e.voice == nullptr) return e;
  auto sink = audio::Sink::open(run.output, e.voice->sample_rate_hz());
  if (!sink) {
    Error error = sink.error();
    if (run.output == "device")
      error.message += "; `--output FILE.wav` writes the sound to a file instead";
    return error;
  }
  e.sink = std::move(*sink);
  return e;
}

}  // namespace

std::vector<std::string> voice_order(const std::string& names, const text::Language& language) {
  std::vector<std::string> order;
  for (const std::string& name : split_list(names)) {
    order.push_back(name);
    if (name != "auto") continue;
    for (const speech::VoiceInfo& info : speech::list_voices()) {
      const auto& speaks = info.languages;
      const bool fits =
          speaks.empty() || std::find(speaks.begin(), speaks.end(), language.iso) != speaks.end();
      if (info.usable && fits) order.push_back(info.name);
    }
  }
  return order;
}

pipeline::VoiceCandidates voice_candidates(const std::string& names, const text::Language& language,
                                           double rate, const speech::PocketOptions& pocket) {
  pipeline::VoiceCandidates candidates;
  for (const std::string& name : voice_order(names, language)) {
    candidates.push_back({name, [=] { return speech::open_voice(name, language, rate, pocket); }});
  }
  return candidates;
}

int run_speech(SpeechRun run, Session& session) {
  Result<text::Readings> readings = text::Readings::of_user(run.to);
  if (!readings) return fail(readings.error());
  Result<text::Readings> source_readings = text::Readings::of_user(run.from);
  if (!source_readings) return fail(source_readings.error());
  readings->read_aloud(run.options.speech_text.read);
  source_readings->read_aloud(run.options.speech_text.read);
  if (run.voice == "none") run.text = true;  // else there would be nothing at all
  std::optional<LineWriter> timings_file;
  if (!run.timings.empty()) {
    Result<LineWriter> created = LineWriter::create(run.timings);
    if (!created) return fail(created.error());
    timings_file.emplace(std::move(*created));
  }
  const Result<Equipment> equipment = open_equipment(run);
  if (!equipment) return fail(equipment.error());

  run.options.speech_text.language = run.from;
  run.options.real_time = run.output == "device";
  const pipeline::PipelineParts parts = {
      .source = run.source.get(),
      .translator = equipment->translator.get(),
      .voice = equipment->voice.get(),
      .sink = equipment->sink.get(),
      .open_source_voice =
          [&run] { return pipeline::open_voice(voice_candidates("auto", run.from, run.rate)); },
      .readings = &*readings,
      .source_readings = &*source_readings};
  Reporter reporter(run, session, std::move(timings_file));
  const Signals signals(session.stop);
  const pipeline::PipelineResult result =
      pipeline::run_pipeline(run.options, parts, reporter.events(), session.stop.get_token());
  const agent::ReaderStats& reader = result.reader;
  log::info("{} lines, {} skipped, {} of unknown type, {} ill-formed UTF-8 runs replaced",
            reader.lines, reader.skipped_lines, reader.unknown_types, reader.replaced_bytes);
  return reporter.end(result, signals.exit_code());
}

}  // namespace sotto::cli
