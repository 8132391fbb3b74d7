// claude -p --output-format stream-json [--include-partial-messages], and json.
//
// Fields and types as in claude-agent-sdk-python (types.py, message_parser.py, 0.2.143) and the
// union of the TypeScript SDK. `assistant` lines carry blocks of a message, the same message on
// several lines, snapshots that grow, or, with some models, pieces: they do not say which.
#include "agent/formats/claude_code.h"

#include <array>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

constexpr std::array<std::string_view, 14> kSilentTypes = {"rate_limit_event",
                                                           "conversation_reset",
                                                           "tool_progress",
                                                           "tool_use_summary",
                                                           "auth_status",
                                                           "control_request",
                                                           "control_response",
                                                           "control_cancel_request",
                                                           "keep_alive",
                                                           "prompt_suggestion",
                                                           "streamlined_tool_use_summary",
                                                           "stream_request_start",
                                                           "mirror_error",
                                                           "summary"};

bool knows_claude_line(const json& line) {
  const std::string& type = json_string(line, "type");
  const json& message = json_member(line, "message");
  if (type == "assistant") {
    // Cursor's have no id of a message, but a time.
    const bool cursor = json_string(message, "id").empty() && line.contains("timestamp_ms");
    return message.is_object() && !cursor;
  }
  if (type == "user") return message.is_object();
  if (type == "stream_event") return json_member(line, "event").is_object();
  if (type == "system") return line.contains("subtype");
  if (type == "result")
    return line.contains("subtype") || line.contains("result") || line.contains("is_error");
  return is_one_of(type, kSilentTypes);
}

size_t index_of(const json& event) {
  const json& index = json_member(event, "index");
  return index.is_number_unsigned() ? index.get<size_t>() : 0;
}

// An event of the API, as it came from the model.
void read_api_event(const json& event, StreamEvents& events) {
  const std::string& type = json_string(event, "type");
  const json& delta = json_member(event, type == "content_block_start" ? "content_block" : "delta");
  StreamEvent out{.kind = Kind::piece, .block = index_of(event)};
  if (type == "message_start") {
    events.push_back(
        {.kind = Kind::message_start, .message = json_string(json_member(event, "message"), "id")});
  } else if (type == "message_stop") {
    events.push_back({.kind = Kind::message_end});
  } else if (type == "content_block_stop") {
    events.push_back({.kind = Kind::block_end});
  } else if (type == "content_block_start" || type == "content_block_delta") {
    if (type == "content_block_start") out.kind = Kind::block_start;
    out.thinking = json_string(delta, "type").starts_with("thinking");
    out.text = json_string(delta, out.thinking ? "thinking" : "text");
    events.push_back(std::move(out));
  }
}

Notice notice_of(std::string_view subtype) {
  if (subtype == "error_max_turns") return Notice::too_many_turns;
  if (subtype == "error_max_budget_usd") return Notice::too_expensive;
  return Notice::run_failed;
}

// The reasons, a line each.
std::string reasons_of(const json& errors) {
  if (!errors.is_array()) return reason_in(errors);
  std::string all;
  for (const json& error : errors) {
    const std::string reason = reason_in(error);
    if (!trimmed(reason).empty()) all += (all.empty() ? "" : "\n\n") + reason;
  }
  return all;
}

// An `assistant` line. What the program itself says is an error of the API, with its answer in it.
void read_claude_message(const json& line, StreamEvents& events) {
  const json& message = json_member(line, "message");
  read_content(json_member(message, "content"), Kind::unsure, json_string(message, "id"), events);
  const bool own = json_string(message, "model") == "<synthetic>" ||
                   json_flag(line, "is_api_error_message") || json_flag(line, "isApiErrorMessage");
  if (!own) return;
  for (StreamEvent& event : events) event.text = reason_in(event.text);
}

void read_claude_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  if (!json_member(line, "parent_tool_use_id").is_null()) return;  // a sub-agent speaks
  if (type == "stream_event") return read_api_event(json_member(line, "event"), events);
  if (type == "result") return read_claude_result(line, events);
  if (type == "assistant") return read_claude_message(line, events);
  if (type == "system" && json_string(line, "subtype") == "api_retry")
    events.push_back({.kind = Kind::retry});
  if (type == "user" || type == "conversation_reset") events.push_back({});
}

}  // namespace

void read_claude_result(const json& line, StreamEvents& events) {
  const std::string& subtype = json_string(line, "subtype");
  const std::string& text = json_string(line, "result");
  const json& structured = json_member(line, "structured_output");
  if (!trimmed(text).empty()) {
    const bool failed = json_flag(line, "is_error");
    events.push_back({.kind = Kind::final_text, .text = failed ? reason_in(text) : text});
  } else if (subtype.starts_with("error")) {
    const Notice notice = notice_of(subtype);
    const bool says_why = notice != Notice::run_failed;
    events.push_back({.kind = Kind::report,
                      .text = says_why ? "" : reasons_of(json_member(line, "errors")),
                      .notice = notice});
  } else if (structured.is_object() || structured.is_array()) {
    events.push_back({.kind = Kind::report, .notice = Notice::structured_answer});
  }
  events.push_back({.kind = Kind::turn_end});
}

const StreamFormat kClaudeCode = {"Claude Code", knows_claude_line, read_claude_line};

}  // namespace sotto::agent
