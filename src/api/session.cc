#include "sotto/session.h"

#include <fmt/format.h>

#include <utility>

#include "api/session_impl.h"
#include "speech/voice.h"

namespace sotto {
namespace {

// Sound goes to the host as it is made.
class HandlerSink final : public audio::Sink {
 public:
  explicit HandlerSink(const AudioHandler& handler) : handler_(handler) {}

  Result<void> write(const audio::Chunk& chunk, std::stop_token) override {
    if (!handler_ || handler_({chunk.samples, chunk.sample_rate_hz})) return {};
    return Error{Errc::cancelled, "nobody listens any more"};
  }
  Result<void> finish() override { return {}; }
  void silence() noexcept override {}

 private:
  const AudioHandler& handler_;
};

Sentence sentence_of(const pipeline::Utterance& u) {
  return {u.id, u.source.text, u.translation.sentence.text, u.translation.untranslated,
          u.translation.why};
}

agent::Format format_of(InputFormat input) {
  switch (input) {
    case InputFormat::agent_stream:
      return agent::Format::stream_json;
    case InputFormat::plain:
      return agent::Format::plain;
    case InputFormat::automatic:
      break;
  }
  return agent::Format::automatic;
}

}  // namespace

Result<engine::SpeechOrder> order_of(const engine::Engine& engine, const SessionOptions& options) {
  engine::SpeechOrder order;
  order.from = options.from;
  order.to = options.to;
  order.model = options.translator;
  order.caller = "host";
  order.voices.clear();
  if (options.speaks) {
    const double speed = options.voice.speed;
    if (!(speed >= speech::kSlowestRate && speed <= speech::kFastestRate)) {
      return Error{Errc::bad_argument, fmt::format("voice.speed: is {}, expected {} to {}", speed,
                                                   speech::kSlowestRate, speech::kFastestRate)};
    }
    const Result<engine::VoiceChoice> voice = engine.voices.choose(options.voice.name);
    if (!voice) return voice.error();
    order.voices.push_back(*voice);
    order.rate = speed;
  }
  order.options.reader.format = format_of(options.input);
  order.options.reader.thinking = options.thinking;
  order.options.speech_text.markdown = options.markdown;
  order.options.speech_text.notes = options.notes;
  order.options.most_sentences = options.most_sentences;
  if (const Result<void> checked = engine.check(order); !checked) return checked.error();
  return order;
}

Session::Impl::Impl(std::shared_ptr<Engine::Impl> owner, SessionEvents wanted)
    : engine(std::move(owner)),
      events(std::move(wanted)),
      sink(std::make_unique<HandlerSink>(events.audio)) {}

// A caller who cancels wants no more of it, and one who has finished has it all.
Session::Impl::~Impl() { stop.request_stop(); }

Result<void> Session::Impl::open(const engine::SpeechOrder& order) {
  pipeline::SessionEvents inner;
  if (events.translated)
    inner.translated = [this](const auto& u) { events.translated(sentence_of(u)); };
  if (events.finished) inner.finished = [this](const auto& u) { events.finished(sentence_of(u)); };
  inner.sound_lost = [this](const Error& error) {
    if (error.code == Errc::cancelled) return cancel();  // the host listens no more
    if (events.sound_lost) events.sound_lost(error);
  };
  auto opened = engine->engine.open(order, inner, stop.get_token());
  if (!opened) return opened.error();
  session = *std::move(opened);
  session->session().play_directly(*sink, {});
  return {};
}

Result<void> Session::Impl::push(std::string_view bytes) {
  if (finished) return Error{Errc::bad_argument, "the session is finished"};
  if (session->session().push(bytes)) return {};
  return session->session().wait().error.value_or(Error{Errc::cancelled, "cancelled"});
}

Result<SessionStats> Session::Impl::finish() {
  if (std::exchange(finished, true))
    return Error{Errc::bad_argument, "the session is finished already"};
  session->session().finish();
  const pipeline::SessionResult result = session->session().wait();
  if (result.error) return *result.error;
  return SessionStats{result.utterances, result.untranslated, result.unheard};
}

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<void> Session::push(std::string_view bytes) {
  return without_throwing([&] { return impl_->push(bytes); });
}

Result<void> Session::flush() {
  return without_throwing([&]() -> Result<void> {
    impl_->session->session().flush();
    return {};
  });
}

Result<SessionStats> Session::finish() {
  return without_throwing([&] { return impl_->finish(); });
}

void Session::cancel() noexcept { impl_->cancel(); }

}  // namespace sotto
