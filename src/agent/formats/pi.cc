// pi --mode json, and its forks: messages without ids, in pieces by `contentIndex` and whole at
// their end; the turn and the run show them again.
#include <array>

#include "agent/formats/format.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

constexpr std::array<std::string_view, 20> kPiTypes = {"session",
                                                       "agent_start",
                                                       "agent_end",
                                                       "turn_start",
                                                       "turn_end",
                                                       "message_start",
                                                       "message_update",
                                                       "message_end",
                                                       "tool_execution_start",
                                                       "tool_execution_update",
                                                       "tool_execution_end",
                                                       "queue_update",
                                                       "compaction_start",
                                                       "compaction_end",
                                                       "auto_compaction_start",
                                                       "auto_compaction_end",
                                                       "auto_retry_start",
                                                       "auto_retry_end",
                                                       "session_info_changed",
                                                       "thinking_level_changed"};

bool knows_pi_line(const json& line) { return is_one_of(json_string(line, "type"), kPiTypes); }

bool is_of_assistant(const json& message) { return json_string(message, "role") == "assistant"; }

bool has_failed(const json& message) { return json_string(message, "stopReason") == "error"; }

void read_pi_update(const json& line, StreamEvents& events) {
  const json& event = json_member(line, "assistantMessageEvent");
  const std::string& type = json_string(event, "type");
  const json& index = json_member(event, "contentIndex");
  const size_t block = index.is_number_unsigned() ? index.get<size_t>() : 0;
  const bool thinking = type.starts_with("thinking");
  if (type == "text_delta" || type == "thinking_delta") {
    events.push_back({.kind = Kind::piece,
                      .text = json_string(event, "delta"),
                      .block = block,
                      .thinking = thinking});
  } else if (type == "text_end" || type == "thinking_end") {
    events.push_back({.kind = Kind::block_end});
  }
}

// The text of the message, as the end of a turn or a run has it.
void read_pi_final(const json& message, StreamEvents& events) {
  if (!is_of_assistant(message)) return;
  StreamEvents blocks;
  read_content(json_member(message, "content"), Kind::final_text, "", blocks);
  std::string text;
  for (const StreamEvent& block : blocks)
    if (block.kind == Kind::final_text && !block.thinking) text += block.text + "\n\n";
  events.push_back({.kind = Kind::final_text, .text = std::move(text)});
}

void read_pi_end(const json& line, StreamEvents& events) {
  const json& messages = json_member(line, "messages");
  if (json_flag(line, "willRetry")) return;
  if (messages.is_array() && !messages.empty()) {
    read_pi_final(messages.back(), events);
    if (has_failed(messages.back())) {
      events.push_back({.kind = Kind::report,
                        .text = reason_in(json_member(messages.back(), "errorMessage")),
                        .notice = Notice::run_failed});
      return;  // it may be tried again
    }
  }
  events.push_back({.kind = Kind::turn_end});
}

void read_pi_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  const json& message = json_member(line, "message");
  if (type == "session") {
    events.push_back({.kind = Kind::run_start});
  } else if (type == "message_start") {
    events.push_back({.kind = is_of_assistant(message) ? Kind::message_start : Kind::interlude});
  } else if (type == "message_update") {
    read_pi_update(line, events);
  } else if (type == "message_end" && is_of_assistant(message)) {
    if (has_failed(message)) return;  // it broke off
    read_content(json_member(message, "content"), Kind::whole, "", events);
    events.push_back({});
  } else if (type == "turn_end") {
    if (!has_failed(message)) read_pi_final(message, events);
  } else if (type == "agent_end") {
    read_pi_end(line, events);
  } else if (type == "auto_retry_start") {
    events.push_back({.kind = Kind::retry});
  } else if (type == "tool_execution_start") {
    events.push_back({});
  }
}

}  // namespace

const StreamFormat kPi = {"pi", knows_pi_line, read_pi_line};

}  // namespace sotto::agent
