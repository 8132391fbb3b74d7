// What `sotto hook`, `stop`, `pause` and `resume` ask for.
#include "checkpoint/config.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "serve/speaker.h"

namespace sotto::serve {
namespace {

constexpr const char* kRequest = "request";

Result<Announcement> announcement_of(const Service& service, const nlohmann::json& fields) {
  Announcement a;
  const auto text = checkpoint::get_string(fields, kRequest, "text");
  if (!text) return text.error();
  const auto session = checkpoint::get_string_or(fields, kRequest, "session", "");
  if (!session) return session.error();
  const auto stream = checkpoint::get_string_or(fields, kRequest, "stream", "");
  if (!stream) return stream.error();
  const auto last = checkpoint::get_bool_or(fields, kRequest, "last", true);
  if (!last) return last.error();
  const auto may_repeat = checkpoint::get_bool_or(fields, kRequest, "may_repeat", false);
  if (!may_repeat) return may_repeat.error();
  const auto on_new_name = checkpoint::get_string_or(fields, kRequest, "on_new", "");
  if (!on_new_name) return on_new_name.error();
  const auto on_new = parse_on_new(*on_new_name);
  if (!on_new) return on_new.error();
  // The last piece of a stream may be empty; a whole text may not.
  if (stream->empty()) {
    const auto checked = check_text(service, "text", *text);
    if (!checked) return checked.error();
  }
  return Announcement{*session, *stream, *text, *last, *may_repeat, *on_new};
}

void reply_state(Call& call, int status) {
  const SpeakerState state = call.service.speaker->state();
  call.exchange.reply(
      status, "application/json",
      dumped({{"speaking", state.speaking}, {"paused", state.paused}, {"waiting", state.waiting}}));
}

bool has_speaker(Call& call) {
  if (call.service.speaker != nullptr) return true;
  call.exchange.refuse(404, "this server has no speaker; `sotto serve --speaker device` has one");
  return false;
}

}  // namespace

void post_announce(Call& call) {
  if (!has_speaker(call)) return;
  const auto fields = read_fields(call);
  if (!fields) return;
  const Result<Announcement> announcement = announcement_of(call.service, *fields);
  if (!announcement) return call.exchange.fail(announcement.error());
  if (call.service.speaker->announce(*announcement)) return reply_state(call, 202);
  call.exchange.add_header("Retry-After", "10");
  call.exchange.refuse(503, "something else is being said");
}

void post_stop(Call& call) {
  if (!has_speaker(call)) return;
  call.service.speaker->stop();
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
