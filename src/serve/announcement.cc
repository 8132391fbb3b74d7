#include "serve/announcement.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checkpoint/config.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

constexpr const char* kRequest = "request";
constexpr size_t kManySessions = 256, kLongStream = 64 << 10, kLongName = 256;  // sessions, bytes

Result<OnNew> parse_on_new(const std::string& name) {
  if (name.empty() || name == "queue") return OnNew::queue;
  if (name == "interrupt") return OnNew::interrupt;
  if (name == "drop") return OnNew::drop;
  return Error{Errc::bad_argument,
               fmt::format("on_new: is {}, expected queue, interrupt or drop", name)};
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
  for (const auto& [key, name] : {std::pair("session", &*session), std::pair("stream", &*stream)}) {
    if (name->size() <= kLongName) continue;  // names are remembered
    return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", key,
                                                 name->size(), kLongName)};
  }
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
    const auto some = check_not_blank("text", *text);
    if (!some) return some.error();
  }
  return Announcement{*session, *stream, *text, *last, *may_repeat, *on_new};
}

void Said::note(const Announcement& a) {
  if (a.stream.empty()) return;
  if (by_session_.size() >= kManySessions && !by_session_.contains(a.session)) by_session_.clear();
  std::string& said = by_session_[a.session];
  said += squeezed(a.text);
  if (said.size() > kLongStream) said.erase(0, said.size() - kLongStream);
}

bool Said::is_repetition(const Announcement& a) const {
  if (!a.may_repeat) return false;
  const std::string text = squeezed(a.text);
  const auto said = by_session_.find(a.session);
  return !text.empty() && said != by_session_.end() && said->second.ends_with(text);
}

}  // namespace sotto::serve
