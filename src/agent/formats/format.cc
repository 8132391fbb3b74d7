#include "agent/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "agent/questions.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;

constexpr int kDeepestReason = 6;

std::string reason_at(const json& error, int depth);

// The first of the fields in which agents put their reasons that has one.
std::string reason_in_object(const json& error, int depth) {
  for (const char* key : {"message", "errorMessage", "error", "data", "detail", "name", "type"}) {
    std::string reason = reason_at(json_member(error, key), depth + 1);
    if (!reason.empty()) return reason;
  }
  return "";
}

// "API Error: 529 {"error": {"message": "Overloaded"}}": JSON at the end is what it says.
std::string reason_in_text(const std::string& text, int depth) {
  const size_t begin = text.find_first_of("{[");
  if (begin == std::string::npos) return text;
  const json inner = parse_json(std::string_view(text).substr(begin));
  if (!inner.is_object() && !inner.is_array()) return text;
  const json& first = inner.is_array() && !inner.empty() ? inner[0] : inner;
  return text.substr(0, begin) + reason_at(first, depth + 1);
}

std::string reason_at(const json& error, int depth) {
  if (depth > kDeepestReason) return "";
  if (error.is_object()) return reason_in_object(error, depth);
  return error.is_string() ? reason_in_text(error.get_ref<const std::string&>(), depth) : "";
}

}  // namespace

std::span<const StreamFormat* const> stream_formats() {
  // A line that several could have written goes to the first.
  static constexpr std::array<const StreamFormat*, 7> kAll = {
      &kClaudeCode, &kCursor, &kCodex, &kGemini, &kOpencode, &kCopilot, &kPi};
  return kAll;
}

const StreamFormat* format_of(const json& line, const StreamFormat* current) {
  if (current != nullptr && current->knows(line)) return current;
  for (const StreamFormat* format : stream_formats())
    if (format->knows(line)) return format;
  return nullptr;
}

std::string agents_known() {
  std::string names;
  const auto all = stream_formats();
  for (size_t i = 0; i < all.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 == all.size() ? " or " : ", ", all[i]->agent);
  return names;
}

bool is_one_of(std::string_view type, std::span<const std::string_view> types) {
  return std::ranges::find(types, type) != types.end();
}

void read_content(const json& content, StreamEvent::Kind kind, const std::string& message,
                  StreamEvents& events) {
  const auto add = [&](const std::string& text, bool thinking) {
    if (text.empty()) return;
    events.push_back({.kind = kind, .message = message, .text = text, .thinking = thinking});
  };
  if (content.is_string()) return add(content.get_ref<const std::string&>(), false);
  if (!content.is_array()) return;
  for (const json& block : content) {
    const std::string& type = json_string(block, "type");
    if (type == "text") {
      add(json_string(block, "text"), false);
    } else if (type == "thinking") {
      add(json_string(block, "thinking"), true);
    } else if (type == "tool_use") {
      read_tool_call(json_string(block, "name"), json_member(block, "input"),
                     json_string(block, "id"), events);
    } else if (type == "toolCall") {
      read_tool_call(json_string(block, "name"), json_member(block, "arguments"),
                     json_string(block, "id"), events);
    } else if (type != "redacted_thinking") {
      events.push_back({});
    }
  }
}

void read_tool_call(std::string_view name, const json& input, const std::string& id,
                    StreamEvents& events) {
  events.push_back({});
  const std::string question = question_in(name, input);
  if (question.empty()) return;
  // The id of the call makes it one text, however often the call is shown.
  events.push_back({.kind = StreamEvent::Kind::whole,
                    .message = id.empty() ? "" : "call " + id,
                    .text = question});
  events.push_back({});
}

std::string reason_in(const json& error) { return reason_at(error, 0); }

}  // namespace sotto::agent
