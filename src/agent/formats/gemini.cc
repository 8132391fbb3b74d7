// gemini -o stream-json, and json: messages without ids, of which those of the assistant are mostly
// pieces.
#include <array>

#include "agent/formats/format.h"
#include "base/json.h"

namespace sotto::agent {
namespace {

using nlohmann::json;
using Kind = StreamEvent::Kind;

constexpr std::array<std::string_view, 3> kGeminiBanners = {
    "Loaded cached credentials.", "Data collection is disabled.",
    "YOLO mode is enabled. All tool calls will be automatically approved."};

bool knows_gemini_line(const json& line) {
  const std::string& type = json_string(line, "type");
  if (type == "init") return line.contains("session_id") || line.contains("model");
  if (type == "message") return json_member(line, "role").is_string() && line.contains("content");
  if (type == "tool_use") return line.contains("tool_name");
  if (type == "tool_result") return line.contains("tool_id");
  if (type == "error") return line.contains("severity");
  if (type == "result") return json_member(line, "status").is_string();
  // -o json: one object, without a type.
  return type.empty() && (line.contains("response") || line.contains("error")) &&
         line.contains("session_id");
}

void read_gemini_message(const json& line, StreamEvents& events) {
  const std::string& role = json_string(line, "role");
  if (role != "assistant" && role != "model") {
    events.push_back({});
  } else {
    read_content(json_member(line, "content"), json_flag(line, "delta") ? Kind::piece : Kind::whole,
                 "", events);
  }
}

void read_gemini_line(const json& line, StreamEvents& events) {
  const std::string& type = json_string(line, "type");
  const json& error = json_member(line, "error");
  if (type == "init") events.push_back({.kind = Kind::run_start});
  if (type == "message") return read_gemini_message(line, events);
  if (type == "tool_use") {
    read_tool_call(json_string(line, "tool_name"), json_member(line, "parameters"),
                   json_string(line, "tool_id"), events);
  } else if (type == "tool_result") {
    events.push_back({});
  } else if (type == "error") {
    events.push_back({.kind = Kind::report, .text = reason_in(json_member(line, "message"))});
  } else if (type == "result" || type.empty()) {
    events.push_back({.kind = Kind::final_text, .text = json_string(line, "response")});
    if (json_string(line, "status") == "error" || error.is_object())
      events.push_back(
          {.kind = Kind::report, .text = reason_in(error), .notice = Notice::run_failed});
    events.push_back({.kind = Kind::turn_end});
  }
}

}  // namespace

const StreamFormat kGemini = {"Gemini CLI", knows_gemini_line, read_gemini_line, kGeminiBanners};

}  // namespace sotto::agent
