// sotto.h: sessions.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "capi/call.h"
#include "capi/first_version.h"
#include "capi/handles.h"

namespace sotto::capi {
namespace {

std::optional<InputFormat> input_of(int32_t input) {
  switch (input) {
    case SOTTO_INPUT_AUTOMATIC:
      return InputFormat::automatic;
    case SOTTO_INPUT_AGENT_STREAM:
      return InputFormat::agent_stream;
    case SOTTO_INPUT_PLAIN:
      return InputFormat::plain;
    default:
      return std::nullopt;
  }
}

Result<SessionOptions> session_options(const char* from, const char* to,
                                       const sotto_session_options& given) {
  SessionOptions options;
  const auto source = find_language(from);
  if (!source) return source.error();
  const auto target = find_language(to);
  if (!target) return target.error();
  options.from = *source;
  options.to = *target;
  const auto input = input_of(given.input);
  if (!input) {
    return Error{Errc::bad_argument,
                 fmt::format("options.input: is {}, expected a sotto_input", given.input)};
  }
  options.input = *input;
  if (given.reserved != 0)
    return Error{Errc::bad_argument,
                 fmt::format("options.reserved: is {}, expected 0", given.reserved)};
  options.speaks = given.text_only == 0;
  if (given.translator != nullptr) options.translator = given.translator;
  if (given.voice != nullptr) options.voice.name = given.voice;
  if (given.speed != 0) options.voice.speed = given.speed;
  options.most_sentences = given.most_sentences;
  options.markdown = given.no_markdown == 0;
  options.notes = given.notes != 0;
  options.thinking = given.thinking != 0;
  return options;
}

std::function<void(const Sentence&)> hearer(void (*hear)(void*, const sotto_sentence*),
                                            void* user) {
  if (hear == nullptr) return {};
  return [hear, user](const Sentence& s) {
    const sotto_sentence sentence = {sizeof sentence, s.number, s.source.c_str(), s.text.c_str(),
                                     s.untranslated ? s.why.c_str() : nullptr};
    hear(user, &sentence);
  };
}

SessionEvents session_events(const sotto_session_events& given) {
  SessionEvents events;
  events.translated = hearer(given.translated, given.user);
  events.audio = handler_of(given.audio, given.user);
  events.finished = hearer(given.finished, given.user);
  if (given.sound_lost != nullptr) {
    events.sound_lost = [hear = given.sound_lost, user = given.user](const Error& error) {
      hear(user, static_cast<sotto_status>(static_cast<int>(error.code) + 1),
           error.message.c_str());
    };
  }
  return events;
}

}  // namespace
}  // namespace sotto::capi

using namespace sotto::capi;

sotto_status sotto_session_open(sotto_engine* engine, const char* from, const char* to,
                                const sotto_session_options* options,
                                const sotto_session_events* events, sotto_session** session) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked =
            check_given({{engine, "engine"}, {from, "from"}, {to, "to"}, {session, "session"}});
        !checked)
      return checked;
    const auto given = options_of(options, kFirstSessionOptions, "options");
    if (!given) return given.error();
    const auto heard = options_of(events, kFirstSessionEvents, "events");
    if (!heard) return heard.error();
    const auto all = session_options(from, to, *given);
    if (!all) return all.error();
    return give(engine->engine.session(*all, session_events(*heard)), session);
  });
}

void sotto_session_free(sotto_session* session) { delete session; }

sotto_status sotto_session_push(sotto_session* session, const char* bytes, size_t size) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{session, "session"}}); !checked) return checked;
    if (size == 0) return {};
    if (auto checked = check_given({{bytes, "bytes"}}); !checked) return checked;
    return session->session.push({bytes, size});
  });
}

sotto_status sotto_session_flush(sotto_session* session) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{session, "session"}}); !checked) return checked;
    return session->session.flush();
  });
}

sotto_status sotto_session_finish(sotto_session* session, sotto_session_stats* stats) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{session, "session"}}); !checked) return checked;
    if (const auto read = options_of(stats, kFirstSessionStats, "stats"); !read)
      return read.error();
    const auto said = session->session.finish();
    if (!said) return said.error();
    if (stats == nullptr) return {};
    const sotto_session_stats all = {stats->struct_size, said->sentences, said->untranslated,
                                     said->unheard};
    std::memcpy(stats, &all, std::min(stats->struct_size, sizeof all));
    return {};
  });
}

void sotto_session_cancel(sotto_session* session) {
  if (session != nullptr) session->session.cancel();
}
