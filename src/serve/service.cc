#include "serve/service.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <utility>

#include "engine/detect.h"
#include "pipeline/fallback.h"

namespace sotto::serve {
namespace {

// Weights of translators and of voices have one limit together.
using Charge = std::function<void(const std::string& caller, double seconds)>;

engine::TranslatorsOptions options_of(engine::TranslatorsOptions options, Metrics& metrics,
                                      engine::Voices& voices, Charge charge) {
  options.charged = std::move(charge);
  options.joined = [&metrics](int sentences, int jobs) { metrics.batch(sentences, jobs); };
  options.others.bytes = [&voices] { return voices.weight_bytes(); };
  options.others.let_go = [&voices](size_t bytes, auto before) { voices.let_go(bytes, before); };
  return options;
}

engine::VoicesOptions options_of(engine::VoicesOptions options, engine::Translators& translators) {
  options.opened = [&translators] { translators.make_room(); };
  return options;
}

// A voice whose time somebody is charged for: what it works, not what its listener takes.
class MeteredVoice final : public speech::Voice {
 public:
  MeteredVoice(std::unique_ptr<speech::Voice> voice, std::function<void(double seconds)> charge)
      : voice_(std::move(voice)), charge_(std::move(charge)) {}

  std::string name() const override { return voice_->name(); }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  bool set_rate(double rate) override { return voice_->set_rate(rate); }
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    Clock::duration listening{};
    Result<void> said = voice_->speak(text, std::move(stop), [&](const audio::Chunk& chunk) {
      const Clock::time_point taken = Clock::now();
      const bool goes_on = handler(chunk);
      listening += Clock::now() - taken;
      return goes_on;
    });
    charge_(std::chrono::duration<double>(Clock::now() - begin - listening).count());
    return said;
  }

 private:
  const std::unique_ptr<speech::Voice> voice_;
  const std::function<void(double)> charge_;
};

// A broken dictionary is its owner's fault, not the caller's.
Result<text::Readings> readings_of(const text::Language& language) {
  Result<text::Readings> readings = text::Readings::of_user(language);
  if (!readings) return Error{Errc::internal, readings.error().message};
  return readings;
}

}  // namespace

Service::Service(ServiceOptions wanted)
    : options(std::move(wanted)),
      translators(options_of(options.translators, metrics, voices,
                             [this](const std::string& caller, double seconds) {
                               charge("translator", caller, seconds);
                             })),
      voices(options_of(options.voices, translators)),
      rate_limit(options.requests_a_minute),
      compute_limit(options.seconds_a_minute, 0),
      origins(options.origins),
      translating(options.translating),
      speaking(options.speaking) {
  metrics.watch("sotto_sentences_waiting", "Sentences in front of the translators",
                [this] { return translators.waiting(); });
  metrics.watch("sotto_models_loaded", "Translation models in memory",
                [this] { return static_cast<double>(translators.loaded()); });
  metrics.watch("sotto_models_bytes", "Their weights, those of each model once",
                [this] { return static_cast<double>(translators.loaded_bytes()); });
  metrics.watch("sotto_translators_loaded", "Directions that these models translate in",
                [this] { return static_cast<double>(translators.directions()); });
  metrics.watch("sotto_voice_models_loaded", "Models of voices in memory",
                [this] { return static_cast<double>(voices.models_loaded()); });
  metrics.watch("sotto_voice_models_bytes", "Their weights, those of each model once",
                [this] { return static_cast<double>(voices.weight_bytes()); });
  metrics.watch("sotto_translating", "Requests that are translated",
                [this] { return translating.inside(); });
  metrics.watch("sotto_translating_waiting", "Requests that wait to be translated",
                [this] { return translating.waiting(); });
  metrics.watch("sotto_speaking", "Requests that are spoken", [this] { return speaking.inside(); });
  metrics.watch("sotto_speaking_waiting", "Requests that wait to be spoken",
                [this] { return speaking.waiting(); });
}

void Service::charge(const char* what, const std::string& caller, double seconds) {
  metrics.computed(what, seconds);
  compute_limit.charge(caller, seconds);
}

Result<std::unique_ptr<translate::Translator>> Service::translator_for(
    const SpeechOrder& order, const std::stop_token& stop) {
  if (order.from == order.to) return pipeline::no_translation();
  return translators.open(
      {.model = order.model, .from = order.from, .to = order.to, .caller = order.caller}, stop);
}

std::unique_ptr<translate::Translator> Service::load(const SpeechOrder& order,
                                                     const std::stop_token& stop) {
  auto translator = translator_for(order, stop);
  return translator ? *std::move(translator) : nullptr;
}

// The first voice that can be opened; those behind it go on where it breaks. The next text begins
// with the first one again.
Result<std::unique_ptr<speech::Voice>> Service::open_voice(const SpeechOrder& order) {
  if (order.voices.size() == 1) return voices.open(order.voices[0], order.to, order.rate);
  pipeline::VoiceCandidates candidates;
  for (const engine::VoiceChoice& choice : order.voices) {
    candidates.push_back({choice.name(), [this, choice, to = order.to, rate = order.rate] {
                            return voices.open(choice, to, rate);
                          }});
  }
  return pipeline::open_voice(std::move(candidates));
}

Result<void> Service::check(const SpeechOrder& order) const {
  const text::ReadAloud read = order.options.speech_text.read;
  if (const auto said = text::check_read_aloud(read, order.to); !said)
    return Error{Errc::bad_argument, fmt::format("read: {}", said.error().message)};
  for (const engine::VoiceChoice& voice : order.voices) {
    if (voices.may_speak(voice, order.to)) continue;
    return Error{Errc::not_found, fmt::format("voice: {} does not speak {} ({}), which is heard",
                                              voice.name(), order.to.iso, order.to.flores)};
  }
  if (order.from == order.to) return {};
  return translators.check(
      {.model = order.model, .from = order.from, .to = order.to, .caller = order.caller});
}

Result<std::string> Service::rehearse(const SpeechOrder& order) {
  for (const text::Language& language : {order.from, order.to})
    if (const auto readings = readings_of(language); !readings) return readings.error();
  const auto voice = open_voice(order);
  if (!voice) return voice.error();
  const std::string heard =
      fmt::format("{} by {}", engine::english_name(order.to), (*voice)->name());
  if (order.from == order.to) return heard;
  const auto translator = translator_for(order, {});
  if (!translator) return translator.error();
  return fmt::format("{}, translated from {}", heard, engine::english_name(order.from));
}

Result<pipeline::PipelineResult> Service::speak(SpeechOrder order, pipeline::ByteSource& source,
                                                audio::Sink& sink, pipeline::PipelineEvents events,
                                                const std::stop_token& stop) {
  Result<text::Readings> readings = readings_of(order.to);
  if (!readings) return readings.error();
  Result<text::Readings> source_readings = readings_of(order.from);
  if (!source_readings) return source_readings.error();
  readings->read_aloud(order.options.speech_text.read);
  source_readings->read_aloud(order.options.speech_text.read);
  auto opened = open_voice(order);
  if (!opened) return opened.error();
  const auto translator = translator_for(order, stop);
  if (!translator) return translator.error();
  const auto metered = [&](std::unique_ptr<speech::Voice> voice) {
    return std::make_unique<MeteredVoice>(std::move(voice), [this, &order](double seconds) {
      charge("voice", order.caller, seconds);
    });
  };
  const std::unique_ptr<speech::Voice> voice = metered(*std::move(opened));

  order.options.speech_text.language = order.from;
  const pipeline::PipelineParts parts = {
      .source = &source,
      .translator = translator->get(),
      .voice = voice.get(),
      .sink = &sink,
      .open_source_voice = [&]() -> Result<std::unique_ptr<speech::Voice>> {
        auto source_voice = voices.open({}, order.from, order.rate);
        if (!source_voice) return source_voice;
        return std::unique_ptr<speech::Voice>(metered(*std::move(source_voice)));
      },
      .readings = &*readings,
      .source_readings = &*source_readings};
  const auto counting = [&](const pipeline::Utterance& u) {
    if (order.from != order.to) metrics.translated(1, u.translation.from_cache ? 1 : 0);
  };
  const pipeline::PipelineEvents counted = {.translated =
                                                [&](const pipeline::Utterance& u) {
                                                  counting(u);
                                                  if (events.translated) events.translated(u);
                                                },
                                            .finished =
                                                [&](const pipeline::Utterance& u) {
                                                  metrics.utterance(u);
                                                  if (events.finished) events.finished(u);
                                                },
                                            .sound_lost = events.sound_lost};
  return pipeline::run_pipeline(order.options, parts, counted, stop);
}

}  // namespace sotto::serve
