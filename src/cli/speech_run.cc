#include "cli/speech_run.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "base/log.h"
#include "cli/first_time.h"
#include "engine/flow.h"
#include "engine/translator_order.h"
#include "engine/voice_order.h"
#include "pipeline/captions.h"
#include "pipeline/timings.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/signals.h"

namespace sotto::cli {
namespace {

using pipeline::Utterance;
namespace fs = std::filesystem;

std::string one_cell(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

// source TAB translation; what could not be translated is marked with its own language.
std::string text_line(const Utterance& u) {
  const std::string mark =
      u.translation.untranslated ? fmt::format("[{}] ", u.source.language.iso) : std::string();
  return one_cell(u.source.text) + '\t' + mark + one_cell(u.translation.sentence.text);
}

Result<void> check_captions(const SpeechRun& run) {
  if (!pipeline::caption_format(run.captions)) {
    return Error{Errc::bad_argument,
                 fmt::format("--captions: {}, expected a file name that ends in .srt or .vtt",
                             run.captions)};
  }
  if (run.voice == "none")
    return Error{Errc::bad_argument, "--captions: there is no sound with --voice none"};
  return {};
}

// The file that a name leads to, also where it is not there yet.
fs::path file_of(const std::string& name) {
  constexpr int kMostLinks = 40;
  std::error_code ignored;
  fs::path path = fs::absolute(name, ignored);
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i)
    path = path.parent_path() / fs::read_symlink(path, ignored);
  const fs::path found = fs::weakly_canonical(path, ignored);
  return found.empty() ? path : found;
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || file_of(a) == file_of(b);
}

Result<void> check_files(const SpeechRun& run) {
  const bool has_file = run.output != "device" && run.output != "-";
  const std::string sound = has_file ? run.output : "";
  for (const auto& [flag, name, other] : {std::tuple("--captions", &run.captions, &run.timings),
                                          std::tuple("--captions", &run.captions, &sound),
                                          std::tuple("--timings", &run.timings, &sound)}) {
    if (!is_same_file(*name, *other)) continue;
    return Error{Errc::bad_argument,
                 fmt::format("{}: {} is written to by another flag too, expected a file of its own",
                             flag, *name)};
  }
  return {};
}

// By a speaker, or by whoever reads the pipe; a file is heard later.
bool is_heard_live(const std::string& output) {
  struct stat file;
  return output == "device" ||
         (output == "-" && ::fstat(STDOUT_FILENO, &file) == 0 && !S_ISREG(file.st_mode));
}

// Prints and writes while it runs. `translated` and `finished` come on different threads.
class Reporter {
 public:
  Reporter(const SpeechRun& run, Session& session, std::optional<LineWriter> timings_file,
           std::optional<LineWriter> captions_file)
      : run_(run),
        session_(session),
        lines_(run.output == "-" ? STDERR_FILENO : STDOUT_FILENO,
               run.output == "-" ? "standard error" : "standard output"),
        timings_file_(std::move(timings_file)),
        captions_file_(std::move(captions_file)),
        captions_(pipeline::caption_format(run.captions).value_or(pipeline::CaptionFormat::srt)),
        timings_(pipeline::Clock::now()) {
    if (captions_file_ && !captions_.head().empty()) captions_file_->write(captions_.head(), {});
  }

  pipeline::SessionEvents events() {
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
    if (captions_file_ && captions_file_->error())
      code = std::max(code, fail(*captions_file_->error()));
    return code;
  }

 private:
  void translated(const Utterance& u) {
    if (run_.text) {
      write(u);
    } else if (u.translation.untranslated) {
      log::warn("not translated ({}): {}", u.translation.why, u.source.text);
    }
  }

  void finished(const Utterance& u) {
    timings_.add(u);
    if (timings_file_) timings_file_->write(timings_.json(u), session_.stop.get_token());
    if (captions_file_) {
      const std::string cue = captions_.cue(u);
      if (!cue.empty()) captions_file_->write(cue, session_.stop.get_token());
    }
    // An utterance that was not heard is read instead.
    if (!run_.text && !u.heard && !u.is_source) write(u);
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
  std::optional<LineWriter> timings_file_, captions_file_;
  pipeline::Captions captions_;
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
    auto voice = pipeline::open_voice(
        engine::voice_candidates(run.voice, run.to, run.speed, run.voice_options));
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

// Names the translator and the voice and, once, how to get better ones.
void introduce(const std::string& translator, const speech::Voice* voice, const SpeechRun& run) {
  std::string names = translator.empty() ? "" : translator + " translates";
  if (voice != nullptr)
    names += fmt::format("{}{} speaks", names.empty() ? "" : ", ", voice->name());
  if (!names.empty()) fmt::print(stderr, "sotto: {}\n", names);
  const std::string better_translator =
      translator.empty() ? "" : engine::better_translator(translator, run.from, run.to);
  const std::string better_voice =
      voice == nullptr ? "" : engine::better_voice(std::string(voice->name()), run.to);
  if (!better_translator.empty() && first_time("better-translator"))
    fmt::print(stderr, "sotto: {}\n", better_translator);
  if (!better_voice.empty() && first_time("better-voice"))
    fmt::print(stderr, "sotto: {}\n", better_voice);
}

}  // namespace

int run_speech(SpeechRun run, Session& session) {
  const auto flow = engine::Flow::open(run.from, run.to, run.options.speech_text.read);
  if (!flow) return fail(flow.error());
  if (run.voice == "none") run.text = true;  // else there would be nothing at all
  if (!run.captions.empty()) {
    if (const Result<void> r = check_captions(run); !r) return fail(r.error());
  }
  if (const Result<void> r = check_files(run); !r) return fail(r.error());
  if (run.options.say_both && run.from == run.to)
    return fail_usage("--say-both: nothing is translated, expected another language to speak");
  const std::string translator = run.translators.empty() ? "" : run.translators.front().name;
  const Result<Equipment> equipment = open_equipment(run);
  if (!equipment) return fail(equipment.error());
  // Made last: what fails before leaves the files of an earlier run as they are.
  std::optional<LineWriter> timings_file, captions_file;
  for (auto [path, file] :
       {std::pair{&run.timings, &timings_file}, {&run.captions, &captions_file}}) {
    if (path->empty()) continue;
    Result<LineWriter> created = LineWriter::create(*path);
    if (!created) return fail(created.error());
    file->emplace(std::move(*created));
  }
  if (!session.quiet) introduce(translator, equipment->voice.get(), run);

  run.options.real_time = run.output == "device";
  run.options.heard_live = is_heard_live(run.output);
  run.options.speed = run.speed;
  Reporter reporter(run, session, std::move(timings_file), std::move(captions_file));
  const Signals signals(session.stop);
  const auto parts = flow->parts(equipment->translator.get(), equipment->voice.get(), [&run] {
    return pipeline::open_voice(engine::voice_candidates("auto", run.from, run.speed));
  });
  const pipeline::PipelineResult result =
      run_pipeline(flow->options(run.options), parts, *run.source, equipment->sink.get(),
                   reporter.events(), session.stop.get_token());
  const agent::ReaderStats& reader = result.reader;
  log::info("{} lines, {} skipped, {} of unknown type, {} ill-formed UTF-8 runs replaced",
            reader.lines, reader.skipped_lines, reader.unknown_types, reader.replaced_bytes);
  return reporter.end(result, signals.exit_code());
}

}  // namespace sotto::cli
