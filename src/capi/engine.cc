// sotto.h: engines, and what stands beside them.
#include <string>
#include <vector>

#include "capi/call.h"
#include "capi/first_version.h"
#include "capi/handles.h"
#include "sotto/version.h"

namespace sotto::capi {
namespace {

static_assert(SOTTO_LOG_DEBUG == static_cast<int>(LogLevel::debug));
static_assert(SOTTO_LOG_ERROR == static_cast<int>(LogLevel::error));

std::vector<std::string> names(const char* const* list) {
  std::vector<std::string> all;
  for (; *list != nullptr; ++list) all.emplace_back(*list);
  return all;
}

EngineOptions engine_options(const sotto_engine_options& given) {
  EngineOptions options;
  if (given.translators != nullptr) options.translators = names(given.translators);
  if (given.voices != nullptr) options.voices = names(given.voices);
  if (given.device != nullptr) options.device = given.device;
  options.threads = given.threads;
  options.max_bytes = given.max_bytes;
  options.cache = given.no_cache == 0;
  if (given.log != nullptr) {
    options.log = [hear = given.log, user = given.log_user](LogLevel level, std::string_view line) {
      hear(user, static_cast<sotto_log_level>(level), std::string(line).c_str());
    };
  }
  return options;
}

}  // namespace
}  // namespace sotto::capi

using namespace sotto::capi;

const char* sotto_version() { return sotto::version(); }

const char* sotto_last_error() { return last_error(); }

sotto_status sotto_stop_new(sotto_stop** stop) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{stop, "stop"}}); !checked) return checked;
    *stop = new sotto_stop;
    return {};
  });
}

void sotto_stop_free(sotto_stop* stop) { delete stop; }

void sotto_stop_request(sotto_stop* stop) {
  if (stop != nullptr) stop->source.request_stop();
}

sotto_status sotto_engine_open(const sotto_engine_options* options, sotto_engine** engine) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{engine, "engine"}}); !checked) return checked;
    const auto given = options_of(options, kFirstEngineOptions, "options");
    if (!given) return given.error();
    return give(sotto::Engine::open(engine_options(*given)), engine);
  });
}

void sotto_engine_free(sotto_engine* engine) { delete engine; }

sotto_status sotto_engine_models(const sotto_engine* engine, sotto_model_function each,
                                 void* user) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{engine, "engine"}, {each, "each"}}); !checked) return checked;
    for (const sotto::ModelInfo& model : engine->engine.models()) each(user, model.name.c_str());
    return {};
  });
}

sotto_status sotto_engine_voices(const sotto_engine* engine, sotto_voice_function each,
                                 void* user) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{engine, "engine"}, {each, "each"}}); !checked) return checked;
    for (const sotto::VoiceInfo& voice : engine->engine.voices()) {
      std::vector<const char*> languages;
      for (const std::string& code : voice.languages) languages.push_back(code.c_str());
      languages.push_back(nullptr);
      const sotto_voice_info info = {sizeof info, voice.name.c_str(), languages.data(),
                                     voice.leaves_machine ? 1 : 0, 0};
      each(user, &info);
    }
    return {};
  });
}
