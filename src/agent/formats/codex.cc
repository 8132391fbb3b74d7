// codex exec --json: threads, turns and items; the texts are whole.
#include <array>

#include "agent/formats/format.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

bool knows_codex_line(const json& line) {
  const std::string& type = json_string(line, "type");
  if (type == "error")
    return json_member(line, "message").is_string() && !line.contains("severity") &&
           !line.contains("sessionID");
  return type.starts_with("thread.") || type.starts_with("turn.") || type.starts_with("item.");
}

void read_codex_item(const json& item, bool completed, StreamEvents& events) {
  std::string type = json_string(item, "type");
  if (type.empty()) type = json_string(item, "item_type");  // before 0.45
  if (type == "agent_message" || type == "assistant_message") {
    events.push_back({.kind = Kind::whole,
                      .message = json_string(item, "id"),
                      .text = json_string(item, "text")});
  } else if (type == "reasoning") {
    events.push_back({.kind = Kind::whole,
                      .message = json_string(item, "id"),
                      .text = json_string(item, "text"),
                      .thinking = true});
  } else if (type == "error") {
    if (completed) events.push_back({.kind = Kind::report, .text = reason_in(item)});
  } else if (type != "todo_list") {
    events.push_back({});
  }
}

void read_codex_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  if (type == "thread.started") {
    events.push_back({.kind = Kind::run_start});
  } else if (type.starts_with("item.")) {
    read_codex_item(json_member(line, "item"), type == "item.completed", events);
  } else if (type == "error") {
    const std::string reason = reason_in(line);
    // "Reconnecting... 2/5": it goes on by itself.
    if (reason.starts_with("Reconnecting")) {
      events.push_back({.kind = Kind::retry});
    } else {
      events.push_back({.kind = Kind::report, .text = reason});
    }
  } else if (type == "turn.failed") {
    events.push_back({.kind = Kind::report,
                      .text = reason_in(json_member(line, "error")),
                      .notice = Notice::run_failed});
    events.push_back({.kind = Kind::turn_end});
  } else if (type == "turn.completed") {
    events.push_back({.kind = Kind::turn_end});
  }
}

}  // namespace

const StreamFormat kCodex = {"Codex", knows_codex_line, read_codex_line};

}  // namespace sotto::agent
