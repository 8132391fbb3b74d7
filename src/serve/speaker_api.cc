// Handlers for `sotto hook`, `status`, `stop`, `skip`, `again`, `mute`, `pause` and `resume`.
#include <fmt/format.h>

#include "base/json_fields.h"
#include "serve/announce_request.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "speaker/speaker.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const speaker::MessageInfo& message) {
  return {{"session", message.session},
          {"project", message.project},
          {"open", message.is_open},
          {"text", message.beginning}};
}

Json json_of(const speaker::SpeakerState& state) {
  Json messages = Json::array();
  for (const speaker::MessageInfo& message : state.waiting) messages.push_back(json_of(message));
  return {{"speaking", state.speaking},
          {"paused", state.paused},
          {"quiet", state.quiet},
          {"waiting", state.waiting.size()},
          {"current", state.current ? json_of(*state.current) : Json()},
          {"messages", std::move(messages)},
          {"muted", state.muted},
          {"passed_over", state.caught_up.passed_over},
          {"most_lag_s", state.caught_up.most_lag_ms / 1000},
          {"most_tempo", state.caught_up.most_tempo}};
}

void reply_state(Call& call, int status, const std::string& outcome = "") {
  Json json = json_of(call.service.speaker->state());
  if (!outcome.empty()) json["outcome"] = outcome;
  call.exchange.reply(status, "application/json", dumped(json));
}

bool has_speaker(Call& call) {
  if (call.service.speaker != nullptr) return true;
  call.exchange.refuse(404, "this server has no speaker; `sotto serve --speaker device` has one");
  return false;
}

// The session that a request names. None: that has been answered. A request without a body names
// none.
std::optional<std::string> read_session(Call& call, bool& on) {
  if (call.exchange.request().header("content-type").empty()) {
    const auto body = call.exchange.body();
    if (!body) return std::nullopt;
    if (body->empty()) return "";
    call.exchange.refuse(415, "the body has no Content-Type, expected application/json");
    return std::nullopt;
  }
  const auto fields = read_fields(call);
  if (!fields) return std::nullopt;
  const auto session = get_string_or(*fields, "request", "session", "");
  const auto muted = get_bool_or(*fields, "request", "muted", true);
  if (!session || !muted) {
    call.exchange.fail(session ? muted.error() : session.error());
    return std::nullopt;
  }
  if (session->size() > speaker::kLongName) {
    call.exchange.refuse(400, fmt::format("session: has {} bytes, expected at most {}",
                                          session->size(), speaker::kLongName));
    return std::nullopt;
  }
  on = *muted;
  return *session;
}

void refuse_busy(Call& call) {
  call.exchange.add_header("Retry-After", "10");
  call.exchange.refuse(503, "too much waits to be said, and this would not be heard");
}

// The voice that the request names. What it does not speak is the language of no text.
Result<void> choose_voice(const Service& service, const nlohmann::json& fields,
                          speaker::SpeechOverrides& overrides) {
  const auto name = get_string_or(fields, kRequest, "voice", "");
  if (!name) return name.error();
  if (name->empty()) return {};
  const Result<engine::VoiceChoice> voice = service.engine.voices.choose(*name);
  if (!voice) return voice.error();
  overrides.voice = *voice;
  const engine::SpeechOrder usual = service.speaker->order_of({});
  if (usual.from == usual.to && !overrides.language && !overrides.to &&
      !service.engine.voices.may_speak(*voice, usual.to))
    overrides.language = service.engine.voices.language_of(*voice);
  return {};
}

}  // namespace

void post_announce(Call& call) {
  if (!has_speaker(call)) return;
  const auto fields = read_fields(call);
  if (!fields) return;
  Result<speaker::SpeakRequest> request = read_speak_request(*fields);
  if (!request) return call.exchange.fail(request.error());
  speaker::SpeechOverrides& overrides = request->overrides;
  const Result<void> chosen = choose_voice(call.service, *fields, overrides);
  if (!chosen) return call.exchange.fail(chosen.error());
  if (overrides.voice || overrides.language || overrides.to || overrides.read) {
    const Result<void> fits = call.service.engine.check(call.service.speaker->order_of(overrides));
    if (!fits) return call.exchange.fail(fits.error());
  }
  const std::optional<speaker::Outcome> outcome = call.service.speaker->announce(*request);
  if (outcome == speaker::Outcome::full) return refuse_busy(call);
  reply_state(call, 202, outcome ? speaker::name_of(*outcome) : "queued");
}

void get_speaker(Call& call) {
  if (has_speaker(call)) reply_state(call, 200);
}

void post_stop(Call& call) {
  if (!has_speaker(call)) return;
  bool on = true;
  const auto session = read_session(call, on);
  if (!session) return;
  call.service.speaker->stop(*session);
  reply_state(call, 200);
}

void post_skip(Call& call) {
  if (!has_speaker(call)) return;
  if (!call.service.speaker->skip()) return call.exchange.refuse(404, "nothing is being said");
  reply_state(call, 200);
}

void post_again(Call& call) {
  if (!has_speaker(call)) return;
  if (!call.service.speaker->again()) return call.exchange.refuse(404, "nothing was said yet");
  reply_state(call, 200);
}

void post_mute(Call& call) {
  if (!has_speaker(call)) return;
  bool on = true;
  const auto session = read_session(call, on);
  if (!session) return;
  if (session->empty())
    return call.exchange.refuse(400, "session: is empty, expected a session or a project");
  if (!call.service.speaker->mute(*session, on))
    return call.exchange.refuse(409,
                                "too many are muted; `sotto mute --off` lets one be heard again");
  reply_state(call, 200);
}

void post_pause(Call& call) {
  if (!has_speaker(call)) return;
  call.service.speaker->pause();
  reply_state(call, 200);
}

void post_resume(Call& call) {
  if (!has_speaker(call)) return;
  call.service.speaker->resume();
  reply_state(call, 200);
}

}  // namespace sotto::serve
