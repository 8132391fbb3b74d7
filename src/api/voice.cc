#include "sotto/voice.h"

#include "api/session_impl.h"
#include "api/voice_impl.h"

namespace sotto {

Voice::Voice(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Voice::Voice(Voice&&) noexcept = default;
Voice& Voice::operator=(Voice&&) noexcept = default;
Voice::~Voice() = default;

Result<void> Voice::speak(std::string_view text, AudioHandler audio, std::stop_token stop) {
  // A stream that is empty is a fault, a text is not.
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) return {};
  return without_throwing([&]() -> Result<void> {
    Session::Impl session(impl_->engine, SessionEvents{.audio = std::move(audio)});
    engine::SpeechOrder order = impl_->order;
    order.options.live = false;
    if (const Result<void> opened = session.open(order); !opened) return opened;
    const std::stop_callback cancel(stop, [&] { session.cancel(); });
    if (const Result<void> pushed = session.push(text); !pushed) return pushed;
    const Result<SessionStats> said = session.finish();
    return said ? Result<void>() : said.error();
  });
}

}  // namespace sotto
