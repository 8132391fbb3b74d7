#include "sotto/engine.h"

#include "api/engine_impl.h"
#include "api/session_impl.h"
#include "api/translator_impl.h"
#include "api/voice_impl.h"
#include "base/log.h"
#include "base/paths.h"
#include "devices/open.h"
#include "engine/translator_order.h"
#include "sotto/version.h"
#include "speech/voice_kinds.h"

namespace sotto {
namespace {

LogLevel level_of(log::Level level) {
  switch (level) {
    case log::Level::debug:
      return LogLevel::debug;
    case log::Level::info:
      return LogLevel::info;
    case log::Level::warn:
      return LogLevel::warning;
    default:
      return LogLevel::error;
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  return all;
}

Result<engine::EngineOptions> internal(const EngineOptions& options) {
  engine::EngineOptions all;
  for (const std::string& name : engine::served_translators(joined(options.translators))) {
    Result<engine::TranslatorChoice> choice = engine::find_translator(name);
    if (!choice) return choice.error();
    all.translators.models.push_back(*std::move(choice));
  }
  const auto backend = device::open(options.device, options.threads);
  if (!backend) return backend.error();
  all.translators.threads = all.voices.voice.threads = options.threads;
  all.translators.backend = all.voices.voice.backend = *backend;
  all.translators.cache = options.cache;
  all.translators.max_bytes = options.max_bytes;
  all.voices.served = options.voices;
  if (const Result<void> checked = engine::check_served(all.voices); !checked)
    return checked.error();
  return all;
}

}  // namespace

const char* version() noexcept { return SOTTO_VERSION; }

Engine::Engine(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Result<Engine> Engine::open(const EngineOptions& options) {
  return without_throwing([&]() -> Result<Engine> {
    if (options.log) {
      log::to_function([hear = options.log](log::Level level, std::string_view line) {
        hear(level_of(level), line);
      });
    }
    if (options.folders) set_folders(*options.folders);
    Result<engine::EngineOptions> all = internal(options);
    if (!all) return all.error();
    return Engine(std::make_shared<Impl>(*std::move(all)));
  });
}

std::vector<ModelInfo> Engine::models() const {
  std::vector<ModelInfo> models;
  for (const engine::TranslatorChoice& choice : impl_->engine.translators.models())
    models.push_back({choice.name});
  return models;
}

std::vector<VoiceInfo> Engine::voices() const {
  std::vector<VoiceInfo> voices;
  for (const speech::SingleVoice& voice : impl_->engine.voices.served())
    voices.push_back({voice.name, voice.languages, speech::kind_of(voice.name)->leaves_machine});
  return voices;
}

Result<Translator> Engine::translator(const Language& from, const Language& to,
                                      std::string_view model) {
  return without_throwing([&]() -> Result<Translator> {
    auto opened = impl_->engine.translators.open(
        {.model = std::string(model), .from = from, .to = to, .caller = "host"});
    if (!opened) return opened.error();
    return Translator(std::make_unique<Translator::Impl>(impl_, *std::move(opened), from, to));
  });
}

Result<Voice> Engine::voice(const Language& language, const VoiceChoice& choice) {
  return without_throwing([&]() -> Result<Voice> {
    SessionOptions options{.from = language, .to = language};
    options.input = InputFormat::plain;
    options.markdown = false;
    options.voice = choice;
    Result<engine::SpeechOrder> order = order_of(impl_->engine, options);
    if (!order) return order.error();
    const auto opened = impl_->engine.voices.open(order->voices[0], language, choice.speed);
    if (!opened) return opened.error();
    return Voice(std::make_unique<Voice::Impl>(impl_, *std::move(order)));
  });
}

Result<Session> Engine::session(const SessionOptions& options, SessionEvents events) {
  return without_throwing([&]() -> Result<Session> {
    const Result<engine::SpeechOrder> order = order_of(impl_->engine, options);
    if (!order) return order.error();
    auto session = std::make_unique<Session::Impl>(impl_, std::move(events));
    if (const Result<void> opened = session->open(*order); !opened) return opened.error();
    return Session(std::move(session));
  });
}

}  // namespace sotto
