// agent -p --output-format stream-json [--stream-partial-output] (Cursor's CLI), and json.
//
// The format of Claude Code, without ids of messages. With partial output an `assistant` line with
// a time is a piece; one with a `model_call_id` too (before a tool is called), or without a time
// (at the end), has the whole text again.
#include <array>

#include "agent/formats/claude_code.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

bool knows_cursor_line(const json& line) {
  const std::string& type = json_string(line, "type");
  if (type == "tool_call" || type == "thinking") return line.contains("subtype");
  if (type == "interaction_query" || type == "connection" || type == "retry") return true;
  const bool claude = type == "assistant" || type == "user" || type == "result" || type == "system";
  if (type == "assistant" || type == "user") return json_member(line, "message").is_object();
  return claude;
}

void read_cursor_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  if (type == "assistant") {
    const bool is_piece = line.contains("timestamp_ms") && !line.contains("model_call_id");
    const json& content = json_member(json_member(line, "message"), "content");
    return read_content(content, is_piece ? Kind::piece : Kind::whole, "", events);
  }
  if (type == "thinking" && json_string(line, "subtype") == "delta")
    events.push_back({.kind = Kind::piece, .text = json_string(line, "text"), .thinking = true});
  if (type == "thinking" && json_string(line, "subtype") == "completed") events.push_back({});
  if (type == "tool_call" || type == "user") events.push_back({});
  if (type == "retry") events.push_back({.kind = Kind::retry});
  if (type == "result") read_claude_result(line, events);
}

}  // namespace

const StreamFormat kCursor = {"Cursor", knows_cursor_line, read_cursor_line};

}  // namespace sotto::agent
