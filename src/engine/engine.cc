#include "engine/engine.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "engine/detect.h"
#include "engine/flow.h"
#include "engine/metered_source.h"
#include "engine/metered_voice.h"
#include "engine/resting_voice.h"
#include "pipeline/fallback.h"

namespace sotto::engine {
namespace {

// A broken dictionary is its owner's fault, not the caller's.
Result<Flow> flow_of(const SpeechOrder& order) {
  Result<Flow> flow = Flow::open(order.from, order.to, order.options.speech_text.read);
  if (!flow) return Error{Errc::internal, flow.error().message};
  return flow;
}

// The voices of one flow. They rest while nothing of its text is under way.
class FlowVoices {
 public:
  // `voice` outlives it; null: it does not rest.
  explicit FlowVoices(RestingVoice* voice) : voice_(voice) { rest(); }

  // The same, on the voice thread, once.
  void add_source(RestingVoice* voice) { source_ = voice; }

  pipeline::PipelineEvents around(const pipeline::PipelineEvents& events) {
    pipeline::PipelineEvents counting = events;
    counting.admit = [this, inner = events.admit](const std::stop_token& stop) {
      ++under_way_;
      return inner ? inner(stop) : Result<void>();
    };
    counting.finished = [this, inner = events.finished](const pipeline::Utterance& u) {
      if (--under_way_ == 0) rest();
      if (inner) inner(u);
    };
    return counting;
  }

 private:
  void rest() {
    for (RestingVoice* const voice : {voice_, source_.load()})
      if (voice != nullptr) voice->rest();
  }

  RestingVoice* const voice_;
  std::atomic<RestingVoice*> source_ = nullptr;
  std::atomic<size_t> under_way_ = 0;  // sentences
};

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
      }()) {}

Result<std::unique_ptr<translate::Translator>> Engine::translator_for(const SpeechOrder& order,
                                                                      const std::stop_token& stop) {
  if (order.from == order.to) return pipeline::no_translation();
  auto translator = translators.open(
      {.model = order.model, .from = order.from, .to = order.to, .caller = order.caller}, stop);
  if (!translator) return translator;
  return registers.apply(*std::move(translator), order.to,
                         order.in_register ? order.in_register : spoken_);
}

std::unique_ptr<translate::Translator> Engine::load(const SpeechOrder& order,
                                                    const std::stop_token& stop) {
  auto translator = translator_for(order, stop);
  return translator ? *std::move(translator) : nullptr;
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
  const text::ReadAloud read = order.options.speech_text.read;
  if (const auto said = text::check_read_aloud(read, order.to); !said)
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

Result<std::string> Engine::rehearse(const SpeechOrder& order) {
  if (const Result<Flow> flow = flow_of(order); !flow) return flow.error();
  const auto voice = open_voice(order);
  if (!voice) return voice.error();
  const std::string heard = fmt::format("{} by {}", english_name(order.to), (*voice)->name());
  if (order.from == order.to) return heard;
  const auto translator = translator_for(order, {});
  if (!translator) return translator.error();
  return fmt::format("{}, translated from {}", heard, english_name(order.from));
}

Result<pipeline::PipelineResult> Engine::speak(const SpeechOrder& order,
                                               pipeline::ByteSource& source, audio::Sink& sink,
                                               const pipeline::PipelineEvents& events,
                                               const std::stop_token& stop) {
  const Result<Flow> flow = flow_of(order);
  if (!flow) return flow.error();
  const auto charge = [&](double seconds) { worked_("voice", order.caller, seconds); };
  auto opened = RestingVoice::open([&] { return open_voice(order); });
  if (!opened) return opened.error();
  const auto translator = translator_for(order, stop);
  if (!translator) return translator.error();
  // One with others behind it has to remember which of them broke.
  const bool may_rest = source.is_live() && order.voices.size() == 1;
  FlowVoices of_flow(may_rest ? opened->get() : nullptr);
  const std::unique_ptr<speech::Voice> voice = metered(*std::move(opened), charge);
  const auto open_source_voice = [&]() -> Result<std::unique_ptr<speech::Voice>> {
    auto of_source = RestingVoice::open([&] { return voices.open({}, order.from, order.rate); });
    if (!of_source) return of_source.error();
    if (may_rest) of_flow.add_source(of_source->get());
    return metered(*std::move(of_source), charge);
  };
  MeteredSource read(source, [&](double seconds) { worked_("reader", order.caller, seconds); });
  return flow->run(order.options,
                   {.source = &read,
                    .translator = translator->get(),
                    .voice = voice.get(),
                    .sink = &sink,
                    .open_source_voice = open_source_voice},
                   of_flow.around(events), stop);
}

}  // namespace sotto::engine
