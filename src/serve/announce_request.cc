#include "serve/announce_request.h"

#include <fmt/format.h>

#include "base/json_fields.h"
#include "serve/request_fields.h"
#include "speech/voice.h"

namespace sotto::serve {
namespace {

using speaker::kLongName;
using speaker::OnNew;
using speaker::SpeakRequest;
using speaker::SpeechOverrides;

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
  const auto speed =
      get_number_or(fields, kRequest, "speed", speech::kSlowestRate, speech::kFastestRate, 1);
  if (!speed) return speed.error();
  return std::optional(*speed);
}

Result<std::optional<Language>> read_language(const nlohmann::json& fields, const char* key) {
  const auto code = get_string_or(fields, kRequest, key, "");
  if (!code) return code.error();
  if (code->empty()) return std::optional<Language>();
  const auto language = check_language(key, *code);
  if (!language) return language.error();
  return std::optional(*language);
}

Result<std::optional<text::Verbatim>> read_read(const nlohmann::json& fields) {
  const auto found = fields.find("read");
  if (found == fields.end() || found->is_null()) return std::optional<text::Verbatim>();
  const auto list = get_string(fields, kRequest, "read");
  if (!list) return list.error();
  const auto read = text::parse_verbatim(*list);
  if (read) return std::optional(*read);
  return Error{Errc::bad_argument, fmt::format("read: {}", read.error().message)};
}

Result<SpeechOverrides> read_overrides(const nlohmann::json& fields) {
  const auto speed = read_speed(fields);
  if (!speed) return speed.error();
  const auto language = read_language(fields, "language");
  if (!language) return language.error();
  const auto to = read_language(fields, "translate_to");
  if (!to) return to.error();
  const auto read = read_read(fields);
  if (!read) return read.error();
  const auto in_register = register_in(fields);
  if (!in_register) return in_register.error();
  return SpeechOverrides{.speed = *speed,
                         .language = *language,
                         .to = *to,
                         .read = *read,
                         .in_register = *in_register};
}

}  // namespace

Result<SpeakRequest> read_speak_request(const nlohmann::json& fields) {
  const auto text = get_string(fields, kRequest, "text");
  if (!text) return text.error();
  const auto session = get_string_or(fields, kRequest, "session", "");
  if (!session) return session.error();
  const auto stream = get_string_or(fields, kRequest, "stream", "");
  if (!stream) return stream.error();
  const auto project = get_string_or(fields, kRequest, "project", "");
  if (!project) return project.error();
  for (const auto& [key, name] : {std::pair("session", &*session), std::pair("stream", &*stream),
                                  std::pair("project", &*project)}) {
    if (name->size() <= kLongName) continue;  // names are remembered
    return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", key,
                                                 name->size(), kLongName)};
  }
  const auto last = get_bool_or(fields, kRequest, "last", true);
  if (!last) return last.error();
  const auto index = read_index(fields);
  if (!index) return index.error();
  const auto may_repeat = get_bool_or(fields, kRequest, "may_repeat", false);
  if (!may_repeat) return may_repeat.error();
  const auto on_new_name = get_string_or(fields, kRequest, "on_new", "");
  if (!on_new_name) return on_new_name.error();
  const auto on_new = parse_on_new(*on_new_name);
  if (!on_new) return on_new.error();
  const auto overrides = read_overrides(fields);
  if (!overrides) return overrides.error();
  // The last piece of a stream may be empty; a whole text may not.
  if (stream->empty()) {
    const auto some = check_not_blank("text", *text);
    if (!some) return some.error();
  }
  return SpeakRequest{.session = *session,
                      .stream = *stream,
                      .text = *text,
                      .last = *last,
                      .index = *index,
                      .project = *project,
                      .may_repeat = *may_repeat,
                      .on_new = *on_new,
                      .overrides = *overrides};
}

}  // namespace sotto::serve
