// copilot -p --output-format json: events whose fields are in `data`; pieces and whole texts carry
// the id of their message.
#include <array>

#include "agent/formats/format.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

constexpr std::array<std::string_view, 14> kCopilotFamilies = {
    "assistant.", "session.", "user.",       "tool.",        "subagent.", "hook.",    "skill.",
    "system.",    "pending_", "permission.", "elicitation.", "mcp.",      "command.", "model."};

bool knows_copilot_line(const json& line) {
  const std::string& type = json_string(line, "type");
  if (type == "result" || type == "abort")
    return line.contains("exitCode") || line.contains("data") || line.contains("usage");
  if (!json_member(line, "data").is_object()) return false;
  for (const std::string_view family : kCopilotFamilies)
    if (type.starts_with(family)) return true;
  return false;
}

void read_copilot_message(const json& data, StreamEvents& events) {
  read_content(json_member(data, "content"), Kind::whole, json_string(data, "messageId"), events);
  const json& calls = json_member(data, "toolRequests");
  if (!calls.is_array()) return;
  for (const json& call : calls)
    read_tool_call(json_string(call, "name"), json_member(call, "arguments"),
                   json_string(call, "toolCallId"), events);
}

void read_copilot_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  const json& data = json_member(line, "data");
  if (!json_string(data, "parentToolCallId").empty()) return;  // a sub-agent speaks
  const bool thinking = type.starts_with("assistant.reasoning");
  if (type == "assistant.message") {
    read_copilot_message(data, events);
  } else if (type == "assistant.message_delta" || type == "assistant.reasoning_delta") {
    events.push_back({.kind = Kind::piece,
                      .message = json_string(data, thinking ? "reasoningId" : "messageId"),
                      .text = json_string(data, "deltaContent"),
                      .thinking = thinking});
  } else if (type == "assistant.reasoning") {
    events.push_back({.kind = Kind::whole,
                      .message = json_string(data, "reasoningId"),
                      .text = json_string(data, "content"),
                      .thinking = true});
  } else if (type == "session.error") {
    events.push_back({.kind = Kind::report, .text = reason_in(data), .notice = Notice::run_failed});
  } else if (type == "result") {
    events.push_back({.kind = Kind::turn_end});
  } else if (type == "assistant.turn_end" || type.starts_with("tool.execution_start") ||
             type == "user.message") {
    events.push_back({});
  }
}

}  // namespace

const StreamFormat kCopilot = {"Copilot CLI", knows_copilot_line, read_copilot_line};

}  // namespace sotto::agent
