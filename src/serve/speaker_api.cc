// What `sotto hook`, `stop`, `pause` and `resume` ask for.
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "serve/speaker.h"

namespace sotto::serve {
namespace {

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
  const Result<Announcement> announcement = read_announcement(*fields);
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
