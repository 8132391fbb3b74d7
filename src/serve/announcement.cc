#include "serve/announcement.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "checkpoint/config.h"
#include "serve/request_fields.h"
#include "speech/voice.h"

namespace sotto::serve {
namespace {

constexpr size_t kManySessions = 256, kLongStream = 64 << 10;  // sessions, bytes
constexpr size_t kManyStreams = 256;                           // of a session
constexpr std::chrono::seconds kSameTurn{10};

Result<OnNew> parse_on_new(const std::string& name) {
  if (name.empty() || name == "queue") return OnNew::queue;
  if (name == "interrupt") return OnNew::interrupt;
  if (name == "drop") return OnNew::drop;
  return Error{Errc::bad_argument,
               fmt::format("on_new: is {}, expected queue, interrupt or drop", name)};
}

Result<std::optional<size_t>> read_index(const nlohmann::json& fields) {
  const auto found = fields.find("index");
  if (found == fields.end() || found->is_null()) return std::optional<size_t>();
  constexpr uint64_t kLargest = 1'000'000'000;
  if (found->is_number_integer() && *found >= 0 && *found <= kLargest)
    return std::optional(found->get<size_t>());
  return Error{Errc::bad_argument,
               fmt::format("index: expected an integer from 0 to {}", kLargest)};
}

Result<std::optional<double>> read_speed(const nlohmann::json& fields) {
  const auto found = fields.find("speed");
  if (found == fields.end() || found->is_null()) return std::optional<double>();
  const auto speed = checkpoint::get_number_or(fields, kRequest, "speed", speech::kSlowestRate,
                                               speech::kFastestRate, 1);
  if (!speed) return speed.error();
  return std::optional(*speed);
}

Result<std::optional<text::Language>> read_language(const nlohmann::json& fields) {
  const auto code = checkpoint::get_string_or(fields, kRequest, "language", "");
  if (!code) return code.error();
  if (code->empty()) return std::optional<text::Language>();
  const auto language = check_language("language", *code);
  if (!language) return language.error();
  return std::optional(*language);
}

Result<std::optional<text::ReadAloud>> read_read(const nlohmann::json& fields) {
  const auto found = fields.find("read");
  if (found == fields.end() || found->is_null()) return std::optional<text::ReadAloud>();
  const auto list = checkpoint::get_string(fields, kRequest, "read");
  if (!list) return list.error();
  const auto read = text::parse_read_aloud(*list);
  if (read) return std::optional(*read);
  return Error{Errc::bad_argument, fmt::format("read: {}", read.error().message)};
}

Result<Manner> read_manner(const nlohmann::json& fields) {
  const auto speed = read_speed(fields);
  if (!speed) return speed.error();
  const auto language = read_language(fields);
  if (!language) return language.error();
  const auto read = read_read(fields);
  if (!read) return read.error();
  const auto in_register = register_in(fields);
  if (!in_register) return in_register.error();
  return Manner{.speed = *speed, .language = *language, .read = *read, .in_register = *in_register};
}

// Without white space: a text and its pieces differ in nothing else.
std::string squeezed(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') out += c;
  return out;
}

}  // namespace

Result<Announcement> read_announcement(const nlohmann::json& fields) {
  const auto text = checkpoint::get_string(fields, kRequest, "text");
  if (!text) return text.error();
  const auto session = checkpoint::get_string_or(fields, kRequest, "session", "");
  if (!session) return session.error();
  const auto stream = checkpoint::get_string_or(fields, kRequest, "stream", "");
  if (!stream) return stream.error();
  const auto project = checkpoint::get_string_or(fields, kRequest, "project", "");
  if (!project) return project.error();
  for (const auto& [key, name] : {std::pair("session", &*session), std::pair("stream", &*stream),
                                  std::pair("project", &*project)}) {
    if (name->size() <= kLongName) continue;  // names are remembered
    return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", key,
                                                 name->size(), kLongName)};
  }
  const auto last = checkpoint::get_bool_or(fields, kRequest, "last", true);
  if (!last) return last.error();
  const auto index = read_index(fields);
  if (!index) return index.error();
  const auto may_repeat = checkpoint::get_bool_or(fields, kRequest, "may_repeat", false);
  if (!may_repeat) return may_repeat.error();
  const auto on_new_name = checkpoint::get_string_or(fields, kRequest, "on_new", "");
  if (!on_new_name) return on_new_name.error();
  const auto on_new = parse_on_new(*on_new_name);
  if (!on_new) return on_new.error();
  const auto manner = read_manner(fields);
  if (!manner) return manner.error();
  // The last piece of a stream may be empty; a whole text may not.
  if (stream->empty()) {
    const auto some = check_not_blank("text", *text);
    if (!some) return some.error();
  }
  return Announcement{.session = *session,
                      .stream = *stream,
                      .text = *text,
                      .last = *last,
                      .index = *index,
                      .project = *project,
                      .may_repeat = *may_repeat,
                      .on_new = *on_new,
                      .manner = *manner};
}

void Said::note(const std::string& session, const std::string& stream, const std::string& text,
                Time now) {
  const std::string more = squeezed(text);
  if (more.empty()) return;
  Session* known = find(session, now);
  if (known == nullptr) {
    known = &sessions_.emplace_back();
    known->name = session;
    if (sessions_.size() > kManySessions) sessions_.pop_front();
  }
  known->turn_ended.reset();
  auto of = std::ranges::find(known->streams, stream, &Stream::name);
  if (of == known->streams.end()) of = known->streams.insert(of, {stream, ""});
  of->text += more;
  known->bytes += more.size();
  shorten(*known);
}

// The oldest goes.
void Said::shorten(Session& session) {
  while (session.bytes > kLongStream || session.streams.size() > kManyStreams) {
    std::string& oldest = session.streams.front().text;
    const bool is_one_too_many = session.streams.size() > kManyStreams;
    const size_t n =
        is_one_too_many ? oldest.size() : std::min(oldest.size(), session.bytes - kLongStream);
    oldest.erase(0, n);
    session.bytes -= n;
    if (oldest.empty()) session.streams.pop_front();
  }
}

void Said::end_turn(const std::string& session, Time now) {
  Session* known = find(session, now);
  if (known != nullptr && !known->turn_ended) known->turn_ended = now;
}

// Moves it behind the others. Null: it is not known, or its turn ended a while ago.
Said::Session* Said::find(const std::string& session, Time now) {
  const auto found = std::ranges::find(sessions_, session, &Session::name);
  if (found == sessions_.end()) return nullptr;
  if (found->turn_ended && now - *found->turn_ended >= kSameTurn) {
    sessions_.erase(found);
    return nullptr;
  }
  sessions_.splice(sessions_.end(), sessions_, found);
  return &sessions_.back();
}

void Said::forget(const std::string& session, const std::string& stream) {
  const auto found = std::ranges::find(sessions_, session, &Session::name);
  if (found == sessions_.end()) return;
  const auto of = std::ranges::find(found->streams, stream, &Stream::name);
  if (of == found->streams.end()) return;
  found->bytes -= of->text.size();
  found->streams.erase(of);
}

bool Said::is_repetition(const std::string& session, const std::string& text, Time now) {
  const Session* found = find(session, now);
  if (found == nullptr) return false;
  std::string all;
  for (const Stream& stream : found->streams) all += stream.text;
  const std::string wanted = squeezed(text);
  return !wanted.empty() && all.ends_with(wanted);
}

}  // namespace sotto::serve
