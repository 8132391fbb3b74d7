#include "agent/json_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

using nlohmann::json;

constexpr size_t kMostTypes = 5, kLongestType = 40;  // of those that are named

bool has_session(const json& line) {
  for (const char* key : {"session_id", "sessionID", "thread_id"})
    if (!json_string(line, key).empty()) return true;
  return !json_string(json_member(line, "data"), "sessionId").empty();
}

}  // namespace

void JsonLines::read(std::string_view text) {
  size_t replaced = 0;
  const json value = parse_json(text, replaced);
  if (value.is_object() || value.is_array()) return read(value, replaced);
  ++stats_.skipped_lines;
}

void JsonLines::read(const json& value, size_t replaced) {
  replaced_ += replaced;
  if (value.is_object()) return read_object(value);
  const bool has_objects =
      std::ranges::any_of(value, [](const json& element) { return element.is_object(); });
  if (!has_objects) ++stats_.skipped_lines;
  for (const json& element : value)
    if (element.is_object()) read_object(element);
}

void JsonLines::read_object(const json& line) {
  const StreamFormat* format = format_of(line, format_);
  if (format == nullptr) return note_unknown(line);
  ++objects_;
  ++understood_;
  format_ = format;
  events_.clear();
  format->read(line, events_);
  if (!events_.empty()) conversation_.read(events_);
}

bool JsonLines::knows(const json& value, bool sure) const {
  if (value.is_array())
    return std::ranges::any_of(
        value, [&](const json& line) { return line.is_object() && knows(line, sure); });
  return format_of(value, format_) != nullptr && (!sure || has_session(value));
}

void JsonLines::pass_over(const json& value) {
  if (value.is_object()) return note_unknown(value);
  for (const json& element : value)
    if (element.is_object()) note_unknown(element);
}

void JsonLines::note_unknown(const json& line) {
  ++objects_;
  ++stats_.unknown_types;
  const json& type = json_member(line, "type");
  if (types_.size() == kMostTypes || !type.is_string()) return;
  size_t cut = 0;
  const std::string name =
      to_valid_utf8(type.get_ref<const std::string&>().substr(0, kLongestType), cut);
  if (std::ranges::find(types_, name) == types_.end()) types_.push_back(name);
}

std::string JsonLines::unknown_types() const {
  std::string names;
  for (const std::string& type : types_)
    names += fmt::format("{}{:?}", names.empty() ? "" : ", ", type);
  return names;
}

}  // namespace sotto::agent
