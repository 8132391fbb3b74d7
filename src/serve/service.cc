#include "serve/service.h"

#include <utility>

#include "translate/remote/usage.h"

namespace sotto::serve {
namespace {

// The events, which the metrics hear of as well.
pipeline::SessionEvents counted(const pipeline::SessionEvents& events,
                                const engine::SpeechOrder& order, Metrics& metrics) {
  pipeline::SessionEvents all = events;
  all.translated = [&metrics, translates = order.from != order.to,
                    inner = events.translated](const pipeline::Utterance& u) {
    if (translates) metrics.translated(1, u.translation.from_cache ? 1 : 0);
    if (inner) inner(u);
  };
  all.finished = [&metrics, inner = events.finished](const pipeline::Utterance& u) {
    metrics.utterance(u);
    if (inner) inner(u);
  };
  return all;
}

}  // namespace

Service::Service(ServiceOptions wanted)
    : options(std::move(wanted)),
      rate_limit(options.requests_a_minute),
      compute_limit(options.seconds_a_minute, 0),
      origins(options.origins),
      translating(options.translating),
      engine([&] {
        engine::EngineOptions of_engine = options.engine;
        of_engine.translators.joined = [this](int sentences, int jobs) {
          metrics.batch(sentences, jobs);
        };
        of_engine.worked = [this](const char* who, const std::string& caller, double seconds) {
          metrics.computed(who, seconds);
          compute_limit.charge(caller, seconds);
        };
        return of_engine;
      }()) {
  options.watch(metrics);
  metrics.watch("sotto_sentences_waiting", "Sentences in front of the translators",
                [this] { return engine.translators.waiting(); });
  metrics.watch("sotto_models_loaded", "Translation models in memory",
                [this] { return static_cast<double>(engine.translators.loaded()); });
  metrics.watch("sotto_models_bytes", "Their weights, those of each model once",
                [this] { return static_cast<double>(engine.translators.loaded_bytes()); });
  metrics.watch("sotto_translators_loaded", "Directions that these models translate in",
                [this] { return static_cast<double>(engine.translators.directions()); });
  metrics.watch("sotto_voice_models_loaded", "Models of voices in memory",
                [this] { return static_cast<double>(engine.voices.models_loaded()); });
  metrics.watch("sotto_voice_models_bytes", "Their weights, those of each model once",
                [this] { return static_cast<double>(engine.voices.weight_bytes()); });
  metrics.watch("sotto_translating", "Requests that are translated",
                [this] { return translating.inside(); });
  metrics.watch("sotto_translating_waiting", "Requests that wait to be translated",
                [this] { return translating.waiting(); });
  metrics.watch("sotto_remote_requests", "Requests to translators of others' servers",
                [] { return static_cast<double>(translate::remote_usage().requests); });
  metrics.watch("sotto_remote_characters", "Characters that they were sent, or charged for",
                [] { return static_cast<double>(translate::remote_usage().characters); });
  metrics.watch("sotto_remote_tokens", "Tokens that they read and wrote, where they say so", [] {
    const translate::RemoteUsage used = translate::remote_usage();
    return static_cast<double>(used.tokens_in + used.tokens_out);
  });
  metrics.watch("sotto_speaking", "Sentences that are spoken",
                [this] { return static_cast<double>(engine.scheduler.speaking.working()); });
  metrics.watch("sotto_speaking_waiting", "Sentences that wait to be spoken",
                [this] { return static_cast<double>(engine.scheduler.speaking.waiting()); });
}

Result<std::unique_ptr<engine::SpeechSession>> Service::open(const engine::SpeechOrder& order,
                                                             const pipeline::SessionEvents& events,
                                                             const std::stop_token& stop) {
  return engine.open(order, counted(events, order, metrics), stop);
}

Result<pipeline::PipelineResult> Service::speak(const engine::SpeechOrder& order,
                                                pipeline::ByteSource& source, audio::Sink& sink,
                                                const pipeline::SessionEvents& events,
                                                const std::stop_token& stop) {
  return engine.speak(order, source, sink, counted(events, order, metrics), stop);
}

}  // namespace sotto::serve
