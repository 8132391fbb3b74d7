// sotto speechd: an output module of speech-dispatcher, by which screen readers speak with sotto's
// voices. The sound is speech-dispatcher's to play.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "audio/encoder.h"
#include "audio/samples.h"
#include "base/log.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "cli/speechd_channel.h"
#include "cli/ssml_parts.h"
#include "cli/verbs.h"
#include "engine/engine.h"
#include "engine/voice_order.h"
#include "terminal/flags.h"
#include "terminal/voice_flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kSpeechdHelp = R"help(Examples:
  mkdir -p ~/.local/libexec/speech-dispatcher-modules
  ln -s "$(command -v sotto)" ~/.local/libexec/speech-dispatcher-modules/sd_sotto
  spd-say -o sotto "All tests pass.")help";

constexpr int kSoundRateHz = 24000;
constexpr double kRateRange = 3;  // times as fast at rate 100, as slow at -100

struct SpeechdFlags {
  std::string voice = "auto", language = "en", device = "cpu";
  VoiceFlags of_voice;
};

// A number of the protocol, from -100 to 100.
double setting_of(const std::string& text, double otherwise) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() ? std::clamp(value, -100, 100) : otherwise;
}

// Settings of speech, from the last SET commands.
struct Manner {
  engine::SpeechOrder order;
  double gain = 1;
};

struct Saying {
  std::vector<SsmlPart> parts;
  Manner manner;
  std::stop_source stop;
  bool paused = false;  // ends at the next mark
};

// Says one text at a time, on a thread of its own.
class SpeechdVoice {
 public:
  SpeechdVoice(engine::Engine& engine, SpeechdChannel& channel)
      : engine_(engine),
        channel_(channel),
        worker_([this](const std::stop_token& stop) { work(stop); }) {}
  ~SpeechdVoice() {
    worker_.request_stop();
    stop();
  }

  void say(std::vector<SsmlPart> parts, Manner manner) {
    const std::lock_guard lock(mutex_);
    auto saying = std::make_shared<Saying>();
    saying->parts = std::move(parts);
    saying->manner = std::move(manner);
    waiting_.push_back(std::move(saying));
    changed_.notify_one();
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    for (const auto& saying : waiting_) saying->stop.request_stop();
    if (current_ != nullptr) current_->stop.request_stop();
  }
  void pause() {
    const std::lock_guard lock(mutex_);
    if (current_ != nullptr) current_->paused = true;
  }

 private:
  void work(const std::stop_token& stop) {
    for (std::unique_lock lock(mutex_);
         changed_.wait(lock, stop, [&] { return !waiting_.empty(); });) {
      current_ = waiting_.front();
      waiting_.pop_front();
      const std::shared_ptr<Saying> saying = current_;
      lock.unlock();
      channel_.tell("701 BEGIN");
      channel_.tell(end_of(*saying));
      lock.lock();
      current_ = nullptr;
    }
  }

  // Says it; the event that says how it ended.
  const char* end_of(Saying& saying) {
    for (const SsmlPart& part : saying.parts) {
      const Result<void> said = say_part(part, saying);
      if (saying.stop.stop_requested()) return "703 STOP";
      if (!said) {
        log::error("{}", said.error().message);
        return "702 END";
      }
      if (part.mark.empty()) continue;
      channel_.tell(fmt::format("700-{}\n700 INDEX MARK", printable(part.mark)));
      const std::lock_guard lock(mutex_);
      if (saying.paused) return "704 PAUSE";
    }
    return "702 END";
  }

  Result<void> say_part(const SsmlPart& part, Saying& saying) {
    if (trimmed(part.text).empty()) return {};
    const std::stop_token stop = saying.stop.get_token();
    const auto play = [&](std::span<const std::byte> bytes) {
      return channel_.play(louder(bytes, saying.manner.gain), kSoundRateHz);
    };
    const auto sink = audio::open_encoder(*audio::find_encoding("pcm"), kSoundRateHz, play);
    if (!sink) return sink.error();
    pipeline::SessionEvents events;
    std::optional<Error> lost;
    events.sound_lost = [&](const Error& error) { lost = error; };
    const auto source = pipeline::text_source(part.text);
    const auto result = engine_.speak(saying.manner.order, *source, **sink, events, stop);
    if (!result) return result.error();
    if (result->error) return *result->error;
    return lost ? Result<void>(*lost) : Result<void>();
  }

  std::span<const std::byte> louder(std::span<const std::byte> samples, double gain) {
    if (gain == 1) return samples;
    scaled_.assign(samples.begin(), samples.end());
    for (size_t i = 0; i + 1 < scaled_.size(); i += 2) {
      const auto bits = static_cast<uint16_t>(std::to_integer<unsigned>(scaled_[i]) |
                                              std::to_integer<unsigned>(scaled_[i + 1]) << 8);
      const auto sample = static_cast<uint16_t>(std::lround(static_cast<int16_t>(bits) * gain));
      scaled_[i] = static_cast<std::byte>(sample & 0xff);
      scaled_[i + 1] = static_cast<std::byte>(sample >> 8);
    }
    return scaled_;
  }

  engine::Engine& engine_;
  SpeechdChannel& channel_;
  std::vector<std::byte> scaled_;  // the worker's
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Saying>> waiting_;
  std::shared_ptr<Saying> current_;
  std::jthread worker_;
};

class SpeechdModule {
 public:
  SpeechdModule(engine::Engine& engine, engine::SpeechOrder order, SpeechdChannel& channel)
      : engine_(engine), usual_(std::move(order)), channel_(channel), voice_(engine, channel) {}

  int run(const std::stop_token& stop) {
    while (const std::optional<SpeechdRequest> request = channel_.next(stop)) {
      if (request->command == "STOP") {
        voice_.stop();
      } else if (request->command == "PAUSE") {
        voice_.pause();
      } else if (const std::string told = answer(*request); !told.empty()) {
        if (!channel_.tell(told)) break;
      }
      if (request->command == "QUIT") break;
    }
    return kDone;
  }

 private:
  // Empty: it was given.
  std::string answer(const SpeechdRequest& r) {
    if (r.command == "INIT") return init();
    if (r.command == "AUDIO") return audio_answer(r);
    if (r.command == "LOGLEVEL") return "203 OK LOG LEVEL SET";
    if (r.command == "SET") return set(r);
    if (r.command == "LIST VOICES") return voices();
    if (r.command == "QUIT") return "210 OK QUIT";
    if (r.command.starts_with("DEBUG"))
      return fmt::format("200 OK DEBUGGING {}", r.command.starts_with("DEBUG ON") ? "ON" : "OFF");
    const bool is_text = r.command == "SPEAK", is_char = r.command == "CHAR";
    if (!is_text && !is_char && r.command != "KEY" && r.command != "SOUND_ICON")
      return "300 ERR UNKNOWN COMMAND";
    std::vector<SsmlPart> parts =
        is_text ? ssml_parts(r.text) : std::vector{SsmlPart{spelled(r.text, is_char), ""}};
    const bool says = std::ranges::any_of(
        parts, [](const SsmlPart& part) { return !trimmed(part.text).empty(); });
    if (!says || !r.is_whole) return "301 ERROR CANT SPEAK";
    channel_.tell("200 OK SPEAKING");  // before the events of what is spoken
    voice_.say(std::move(parts), manner(is_char));
    return "";
  }

  // A voice that cannot be opened is known now: speech-dispatcher takes another module.
  std::string init() {
    const Result<std::string> heard = engine_.probe(usual_);
    if (!heard) {
      log::error("{}", heard.error().message);
      return fmt::format("399-{}\n399 ERR CANT INIT MODULE", printable(heard.error().message));
    }
    return fmt::format("299-{}\n299 OK LOADED SUCCESSFULLY", printable(*heard));
  }

  static std::string audio_answer(const SpeechdRequest& r) {
    const auto method = r.settings.find("audio_output_method");
    const bool is_server = method != r.settings.end() && method->second == "server";
    return is_server ? "203 OK AUDIO INITIALIZED" : "303 ERROR INVALID PARAMETER OR VALUE";
  }

  std::string set(const SpeechdRequest& r) {
    for (const auto& [key, value] : r.settings) settings_[key] = value;
    return r.is_whole ? "203 OK SETTINGS RECEIVED" : "302 ERROR BAD SYNTAX";
  }

  std::string voices() const {
    std::string lines;
    for (const speech::SingleVoice& voice : engine_.voices.served()) {
      const std::string name = printable(voice.name);
      for (const std::string& language : voice.languages)
        lines += fmt::format("200-{}\t{}\tnone\n", name, language);
      if (voice.languages.empty()) lines += fmt::format("200-{}\tnone\tnone\n", name);
    }
    return lines.empty() ? "304 CANT LIST VOICES" : lines + "200 OK VOICE LIST SENT";
  }

  // Names of keys and icons are words with a line between; a letter alone is spelled as a capital.
  static std::string spelled(const std::string& text, bool is_char) {
    std::string words(trimmed(text));
    if (words.empty()) return "space";
    if (is_char && words.size() == 1)
      words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    if (words.size() > 1) std::ranges::replace(words, '_', ' ');
    return words;
  }

  std::string setting(const char* key) const {
    const auto found = settings_.find(key);
    return found == settings_.end() || found->second == "NULL" ? "" : found->second;
  }

  Manner manner(bool all_signs) const {
    Manner manner{usual_};
    engine::SpeechOrder& order = manner.order;
    const std::string named = setting("synthesis_voice"), language = setting("language");
    if (const auto known = find_language(language); known && order.to != *known) {
      order.from = order.to = *known;
      order.voices = {engine::VoiceChoice()};
    }
    if (!named.empty()) {
      if (auto choice = engine_.voices.choose(named)) {
        const Language own = engine_.voices.language_of(*choice).value_or(order.to);
        if (!engine_.voices.may_speak(*choice, order.to)) order.from = order.to = own;
        order.voices = {*std::move(choice)};
      }
    }
    const double rate = std::pow(kRateRange, setting_of(setting("rate"), 0) / 100);
    order.rate = std::clamp(rate, speech::kSlowestRate, speech::kFastestRate);
    manner.gain = (setting_of(setting("volume"), 100) + 100) / 200;
    const std::string signs = setting("punctuation_mode");
    text::Verbatim& read = order.options.speech_text.read;
    read.symbols = all_signs || signs == "all" || signs == "most";
    if (!text::check_verbatim(read, order.to)) read.symbols = false;
    return manner;
  }

  engine::Engine& engine_;
  const engine::SpeechOrder usual_;
  SpeechdChannel& channel_;
  std::map<std::string, std::string> settings_;
  SpeechdVoice voice_;
};

int speechd(const SpeechdFlags& f, Session& session) {
  const Result<Language> language = language_flag("--language", f.language);
  if (!language) return fail(language.error());
  engine::EngineOptions options;
  options.voices.voice = voice_options(f.of_voice);
  const auto backend = device_flag(f.device, f.of_voice.threads, f.of_voice.kv_cache);
  if (!backend) return fail(backend.error());
  options.translators.backend = options.voices.voice.backend = *backend;
  engine::Engine engine(std::move(options));
  engine::SpeechOrder order;
  order.from = order.to = *language;
  order.voices.clear();
  for (const std::string& name : engine::voice_order(f.voice, *language))
    order.voices.push_back(engine::VoiceChoice::of_owner(name));
  if (order.voices.empty()) return fail_usage("--voice: is empty, expected a voice, or auto");
  order.caller = "speech-dispatcher";
  order.options.reader.format = agent::Format::plain;
  order.options.speech_text.markdown = false;
  order.options.heard_live = true;
  auto source = pipeline::open_source("-");
  if (!source) return fail(source.error());
  SpeechdChannel channel(*std::move(source), STDOUT_FILENO);
  return SpeechdModule(engine, std::move(order), channel).run(session.stop.get_token());
}

}  // namespace

Verb add_speechd(CLI::App& app) {
  auto flags = std::make_shared<SpeechdFlags>();
  CLI::App* verb = app.add_subcommand("speechd",
                                      "Speak for screen readers, as a module of "
                                      "speech-dispatcher, which starts it");
  verb->footer(kSpeechdHelp);
  verb->add_option("--voice", flags->voice, "Voice, or auto, where a screen reader names none")
      ->capture_default_str();
  verb->add_option("--language", flags->language, "Language of texts that name none")
      ->capture_default_str();
  add_device_flag(*verb, flags->device);
  add_voice_flags(*verb, flags->of_voice);
  return {verb, [flags](Session& session) { return speechd(*flags, session); }};
}

}  // namespace sotto::cli
