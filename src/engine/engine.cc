#include "engine/engine.h"

#include <fmt/format.h>

#include <utility>

#include "engine/detect.h"
#include "engine/flow.h"
#include "engine/resting_voice.h"
#include "pipeline/fallback.h"
#include "pipeline/pipeline.h"

namespace sotto::engine {
namespace {

// A broken dictionary is its owner's fault, not the caller's.
Result<Flow> flow_of(const SpeechOrder& order) {
  Result<Flow> flow = Flow::open(order.from, order.to, order.options.speech_text.read);
  if (!flow) return Error{Errc::internal, flow.error().message};
  return flow;
}

}  // namespace

Engine::Engine(EngineOptions options)
    : worked_(std::move(options.worked)),
      spoken_(options.spoken),
      translators([&] {
        TranslatorsOptions& wanted = options.translators;
        wanted.charged = [this](const std::string& caller, double seconds) {
          worked_("translator", caller, seconds);
        };
        wanted.others.bytes = [this] { return voices.weight_bytes(); };
        wanted.others.let_go = [this](size_t bytes, auto before) { voices.let_go(bytes, before); };
        return std::move(wanted);
      }()),
      voices([&] {
        options.voices.opened = [this] { translators.make_room(); };
        return std::move(options.voices);
      }()),
      scheduler(options.scheduler) {}

Result<std::unique_ptr<translate::Translator>> Engine::translator_for(const SpeechOrder& order,
                                                                      const std::stop_token& stop) {
  if (order.from == order.to) return pipeline::no_translation();
  auto translator = translators.open(
      {.model = order.model, .from = order.from, .to = order.to, .caller = order.caller}, stop);
  if (!translator) return translator;
  return registers.apply(*std::move(translator), order.to,
                         order.in_register ? order.in_register : spoken_);
}

// The first voice that can be opened; those behind it go on where it breaks. The next text begins
// with the first one again.
Result<std::unique_ptr<speech::Voice>> Engine::open_voice(const SpeechOrder& order) {
  if (order.voices.size() == 1) return voices.open(order.voices[0], order.to, order.rate);
  pipeline::VoiceCandidates candidates;
  for (const VoiceChoice& choice : order.voices) {
    candidates.push_back({choice.name(), [this, choice, to = order.to, rate = order.rate] {
                            return voices.open(choice, to, rate);
                          }});
  }
  return pipeline::open_voice(std::move(candidates));
}

Result<void> Engine::check(const SpeechOrder& order) const {
  const text::Verbatim read = order.options.speech_text.read;
  if (const auto said = text::check_verbatim(read, order.to); !said)
    return Error{Errc::bad_argument, fmt::format("read: {}", said.error().message)};
  for (const VoiceChoice& voice : order.voices) {
    if (voices.may_speak(voice, order.to)) continue;
    return Error{Errc::not_found, fmt::format("voice: {} does not speak {} ({}), which is heard",
                                              voice.name(), order.to.iso, order.to.flores)};
  }
  if (order.from == order.to) return {};
  return translators.check(
      {.model = order.model, .from = order.from, .to = order.to, .caller = order.caller});
}

Result<std::string> Engine::probe(const SpeechOrder& order) {
  if (const Result<Flow> flow = flow_of(order); !flow) return flow.error();
  const auto voice = open_voice(order);
  if (!voice) return voice.error();
  const std::string heard = fmt::format("{} by {}", english_name(order.to), (*voice)->name());
  if (order.from == order.to) return heard;
  const auto translator = translator_for(order, {});
  if (!translator) return translator.error();
  return fmt::format("{}, translated from {}", heard, english_name(order.from));
}

Result<std::unique_ptr<SpeechSession>> Engine::open(const SpeechOrder& order,
                                                    const pipeline::SessionEvents& events,
                                                    const std::stop_token& stop) {
  Result<Flow> flow = flow_of(order);
  if (!flow) return flow.error();
  std::unique_ptr<RestingVoice> voice;
  if (!order.voices.empty()) {
    // One with others behind it has to remember which of them broke.
    const bool rests = order.options.live && order.voices.size() == 1;
    auto opened = RestingVoice::open([this, order] { return open_voice(order); }, rests);
    if (!opened) return opened.error();
    voice = *std::move(opened);
  }
  auto translator = RestingTranslator::open(
      [this, order](const std::stop_token& wanted) { return translator_for(order, wanted); }, stop);
  if (!translator) return translator.error();
  SpeechSession::Parts parts = {
      .flow = *std::move(flow),
      .translator = *std::move(translator),
      .voice = std::move(voice),
      .open_source_voice = [this, from = order.from,
                            rate = order.rate] { return voices.open({}, from, rate); },
      .rests = order.options.live,
      .worked = [this, caller = order.caller](const char* who,
                                              double seconds) { worked_(who, caller, seconds); }};
  pipeline::SessionOptions session = order.options;
  session.caller = order.caller;
  session.speed = order.rate;
  return std::make_unique<SpeechSession>(std::move(session), std::move(parts), events, scheduler,
                                         stop);
}

Result<pipeline::PipelineResult> Engine::speak(const SpeechOrder& order,
                                               pipeline::ByteSource& source, audio::Sink& sink,
                                               const pipeline::SessionEvents& events,
                                               const std::stop_token& stop) {
  SpeechOrder from_source = order;
  from_source.options.live = source.is_live();
  const auto opened = open(from_source, events, stop);
  if (!opened) return opened.error();
  return pipeline::run_session((*opened)->session(), source, &sink);
}

}  // namespace sotto::engine
