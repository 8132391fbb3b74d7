#include "serve/wyoming_conversation.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "audio/encoder.h"
#include "base/failure.h"
#include "base/log.h"
#include "engine/detect.h"
#include "net/access.h"
#include "net/http.h"
#include "serve/request_fields.h"
#include "serve/wyoming_info.h"

namespace sotto::serve {
namespace {

const nlohmann::ordered_json kFormat = {{"rate", kSpeechRateHz}, {"width", 2}, {"channels", 1}};
constexpr size_t kMuchUnread = 256 << 10;  // bytes of events, and of a text that streams
constexpr size_t kPiece = 16 << 10;        // bytes, of events
constexpr int kMostEvents = 64;            // before others have their turn

}  // namespace

WyomingConversation::WyomingConversation(Service& service, net::Socket& socket,
                                         net::IdleSince& idle_since)
    : Strand(service.streams, net::network_of(socket.peer())),
      service_(service),
      peer_(socket.peer()),
      caller_(net::network_of(peer_)),
      idle_since_(idle_since),
      channel_(net::open_channel(service.io, socket, {.untaken_bytes = kMuchUnread})),
      stay_(socket.stay()),
      gone_(channel_ == nullptr) {}

void WyomingConversation::begin() {
  if (channel_ == nullptr) return leave();
  const auto self = std::static_pointer_cast<WyomingConversation>(shared_from_this());
  try {
    channel_->start({.received = [self](const std::string& bytes) { self->take(bytes); },
                     .sent = [self] { self->wake(); },
                     .ended = [self] { self->leave(); }});
  } catch (...) {  // memory ran out
    leave();
  }
}

void WyomingConversation::take(const std::string& bytes) {
  {
    const std::lock_guard lock(mutex_);
    received_ += bytes;
  }
  wake();
}

void WyomingConversation::leave() {
  gone_ = true;
  wake();
}

void WyomingConversation::close_soon() {
  ending_ = true;
  wake();
}

void WyomingConversation::work() noexcept {
  try {
    go_on();
  } catch (...) {  // memory ran out: this client's end, not everybody's
    log::warn("a conversation was lost: {}", error_of(std::current_exception()).message);
    text_.reset();
    channel_->hang_up();
  }
  if (!gone_) return tell_whether_idle();
  if (text_ == nullptr) stay_.reset();  // the client leaves; a job holds us
}

void WyomingConversation::go_on() {
  for (int events = 0; events < kMostEvents; ++events) {
    if (gone_ && text_ != nullptr) text_->cancel();
    if (text_ != nullptr) speak_on();
    if (gone_) return;
    if (text_ == nullptr && has_all_) finish_text();
    if (ending_ && streams_ && !has_all_) {
      handle({.type = "synthesize-stop"});
      continue;
    }
    if (ending_ && text_ == nullptr) return channel_->close(net::Channel::Goodbye::going_away);
    if (text_ != nullptr && (has_all_ || text_->waiting() >= kMuchUnread)) return;
    if (!channel_->has_room()) return;
    const std::optional<WyomingEvent> event = next();
    if (!event) return;
    handle(*event);
  }
  wake();
}

// None: more has to come, or the other side speaks something else.
std::optional<WyomingEvent> WyomingConversation::next() {
  for (;;) {
    Result<std::optional<WyomingEvent>> event = reader_.next();
    if (!event) {
      log::debug("{}: {}", peer_, event.error().message);
      channel_->hang_up();
      return std::nullopt;
    }
    if (*event) return *std::move(event);
    if (read_ == unread_.size()) {
      unread_.clear();
      read_ = 0;
      const std::lock_guard lock(mutex_);
      unread_.swap(received_);
    }
    const std::string_view piece = std::string_view(unread_).substr(read_, kPiece);
    if (piece.empty()) return std::nullopt;
    reader_.push(piece);
    read_ += piece.size();
    channel_->taken(piece.size());
  }
}

void WyomingConversation::handle(const WyomingEvent& event) {
  if (event.type == "describe") {
    send("info", wyoming_info(service_));
  } else if (event.type == "ping") {
    send("pong", {{"text", json_string(event.data, "text")}});
  } else if (event.type == "synthesize-start") {
    if (streams_) return fail({Errc::bad_argument, "a text is streaming already"});
    streams_ = true;
    begin_text(event, true);
  } else if (event.type == "synthesize-chunk") {
    // Without a text it could not be spoken, which has been said.
    if (text_ != nullptr) text_->push(json_string(event.data, "text"));
  } else if (event.type == "synthesize-stop") {
    has_all_ = streams_;
    if (text_ != nullptr) text_->finish();
  } else if (event.type == "synthesize" && !streams_) {
    // Behind a stream the whole text comes once more, for servers that know no streams.
    synthesize(event);
  }
}

void WyomingConversation::synthesize(const WyomingEvent& event) {
  const Result<std::string> text = check_text(service_, "text", json_string(event.data, "text"));
  if (!text) return fail(text.error());
  begin_text(event, false);
  if (text_ == nullptr) return;
  text_->push(*text);
  text_->finish();
  has_all_ = true;
}

// If it cannot be spoken the client is told, and there is no text.
void WyomingConversation::begin_text(const WyomingEvent& event, bool is_live) {
  if (const int wait_s = service_.compute_limit.would_wait_s(caller_); wait_s > 0) {
    return fail(
        {Errc::cancelled, fmt::format("too much was asked for, try again in {} seconds", wait_s)});
  }
  send("audio-start", kFormat);
  const Result<Wanted> wanted = wanted_of(event);
  if (!wanted) {
    fail(wanted.error());
    send("audio-stop", nlohmann::ordered_json::object());
    return;
  }
  SpokenText::Parts parts = {
      .open = [this, wanted = *wanted, is_live](auto text) { return open(wanted, is_live, text); },
      .by_sentence = !wanted->language,
      .has_room = [this] { return channel_->has_room(); },
      .wake = [this] { wake(); },
      .events = events()};
  text_ = std::make_unique<SpokenText>(service_, std::move(parts));
}

// The language is what the client says, else the voice's only one, else that of the text, among the
// voice's.
Result<WyomingConversation::Wanted> WyomingConversation::wanted_of(
    const WyomingEvent& event) const {
  const auto voice = event.data.find("voice");
  const bool has_voice = voice != event.data.end() && voice->is_object();
  const std::string name = has_voice ? json_string(*voice, "name") : "";
  const std::string code = has_voice ? json_string(*voice, "language") : "";
  const Result<engine::VoiceChoice> choice =
      service_.engine.voices.choose(name.empty() ? "auto" : name);
  if (!choice) return choice.error();
  const Result<Language> language = find_language(code);
  if (!code.empty() && language) return Wanted{*choice, *language};
  return Wanted{*choice, service_.engine.voices.language_of(*choice)};
}

Result<SpokenText::Opening> WyomingConversation::open(const Wanted& wanted, bool is_live,
                                                      std::string_view text) {
  SpokenText::Opening opening;
  engine::SpeechOrder& order = opening.order;
  order.voices = {wanted.voice};
  order.from = wanted.language ? *wanted.language
                               : service_.engine.voices.language_for(
                                     wanted.voice, engine::likely_languages(std::string(text)));
  order.to = order.from;
  order.caller = caller_;
  order.options.live = is_live;
  order.options.heard_live = true;
  order.options.reader.format = agent::Format::plain;
  order.options.speech_text.markdown = false;
  auto sink = audio::open_encoder(*audio::find_encoding("pcm"), kSpeechRateHz, [this](auto bytes) {
    return send("audio-chunk", kFormat,
                {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
  if (!sink) return sink.error();
  opening.sink = *std::move(sink);
  return opening;
}

pipeline::SessionEvents WyomingConversation::events() {
  pipeline::SessionEvents events;
  events.working = [this](bool works) {
    works_ = works;
    if (works) idle_since_.end();
    wake();
  };
  return events;
}

void WyomingConversation::speak_on() {
  text_->advance();
  const auto& result = text_->result();
  if (!result) return;
  if (result->error) fail(*result->error);
  text_.reset();
  works_ = false;
  send("audio-stop", nlohmann::ordered_json::object());
}

// All of it was said, or it could not be.
void WyomingConversation::finish_text() {
  has_all_ = false;
  if (std::exchange(streams_, false)) send("synthesize-stopped", nlohmann::ordered_json::object());
}

void WyomingConversation::tell_whether_idle() {
  if (works_ || !channel_->is_drained()) {
    idle_since_.end();
  } else if (!idle_since_.get()) {
    idle_since_.begin();
  }
}

void WyomingConversation::fail(const Error& error) { send("error", {{"text", net::told(error)}}); }

bool WyomingConversation::send(const char* type, const nlohmann::ordered_json& data,
                               std::string_view payload) {
  const std::string json = dumped(data);
  nlohmann::ordered_json head = {
      {"type", type}, {"version", SOTTO_VERSION}, {"data_length", json.size()}};
  if (!payload.empty()) head["payload_length"] = payload.size();
  return channel_->send_text(fmt::format("{}\n{}{}", dumped(head), json, payload));
}

}  // namespace sotto::serve
