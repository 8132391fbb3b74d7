// opencode run --format json: parts with ids; a text may come again as a longer one, and, where
// pieces are sent (anomalyco/opencode#38670), whole behind them.
#include <array>

#include "agent/formats/format.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

constexpr std::array<std::string_view, 10> kOpencodeTypes = {
    "step_start", "step_finish", "tool_use",        "text", "text_delta",
    "reasoning",  "error",       "reasoning_delta", "done", "file"};

bool knows_opencode_line(const json& line) {
  const bool own = line.contains("sessionID") || line.contains("part");
  return own && is_one_of(json_string(line, "type"), kOpencodeTypes);
}

// The first of these that is there.
std::string first_string(const json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const std::string& text = json_string(object, key); !text.empty()) return text;
  return "";
}

void read_opencode_text(const json& line, bool is_piece, bool thinking, StreamEvents& events) {
  const json& part = json_member(line, "part");
  if (json_flag(part, "synthetic") || json_flag(part, "ignored")) return;
  std::string id = json_string(part, "id");
  if (id.empty()) id = first_string(line, {"partID", "part_id"});
  std::string text = is_piece ? first_string(line, {"delta", "text"}) : "";
  if (text.empty())
    text = is_piece ? first_string(part, {"delta", "text"}) : json_string(part, "text");
  const Kind kind = is_piece ? Kind::piece : id.empty() ? Kind::unsure : Kind::whole;
  events.push_back({.kind = kind, .message = id, .text = std::move(text), .thinking = thinking});
}

void read_opencode_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  const bool is_piece = type.ends_with("_delta");
  if (type.starts_with("text") || type.starts_with("reasoning"))
    return read_opencode_text(line, is_piece, type.starts_with("reasoning"), events);
  if (type == "tool_use") {
    const json& part = json_member(line, "part");
    read_tool_call(json_string(part, "tool"), json_member(json_member(part, "state"), "input"),
                   json_string(part, "callID"), events);
  } else if (type == "error") {
    const json& error = json_member(line, "error");
    events.push_back({.kind = Kind::report,
                      .text = reason_in(error.is_null() ? line : error),
                      .notice = Notice::run_failed});
  } else if (type == "done") {
    events.push_back({.kind = Kind::turn_end});
  } else {
    events.push_back({});
  }
}

}  // namespace

const StreamFormat kOpencode = {"opencode", knows_opencode_line, read_opencode_line};

}  // namespace sotto::agent
