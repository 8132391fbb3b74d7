#include "speaker/hook_event.h"

#include <nlohmann/json.hpp>

#include "agent/questions.h"
#include "base/json.h"
#include "base/utf8.h"

namespace sotto::speaker {
namespace {

constexpr size_t kLongProject = 64;  // bytes: nobody wants to hear more
constexpr uint64_t kLargestIndex = 1'000'000'000;

std::optional<size_t> index_in(const nlohmann::json& event) {
  const auto found = event.find("index");
  if (found == event.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto index = found->get<uint64_t>();
  return index <= kLargestIndex ? std::optional<size_t>(index) : std::nullopt;
}

// The first of these that says something.
std::string first_text(const nlohmann::json& event, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const std::string& text = json_string(event, key); !trimmed(text).empty()) return text;
  return "";
}

std::string question_of(const nlohmann::json& event) {
  return agent::question_in(json_string(event, "tool_name"), json_member(event, "tool_input"));
}

}  // namespace

std::string project_of(std::filesystem::path folder) {
  if (folder.filename().empty()) folder = folder.parent_path();
  const std::string name = folder.filename().string();
  return name.size() <= kLongProject && name.find('`') == std::string::npos ? name : "";
}

Result<std::optional<HookEvent>> read_hook_event(std::string_view json) {
  const nlohmann::json event = parse_json(json);
  const std::string& name = json_string(event, "hook_event_name");
  if (name.empty()) {
    return Error{Errc::bad_format,
                 "standard input is no hook event, expected a JSON object with hook_event_name"};
  }
  // A sub-agent's; SubagentStop is for who asks for it.
  const bool of_sub_agent = !json_string(event, "agent_id").empty();
  if (of_sub_agent && name != "SubagentStop") return std::optional<HookEvent>();
  HookEvent said;
  said.session = json_string(event, "session_id");
  said.project = project_of(json_string(event, "cwd"));
  if (name == "UserPromptSubmit") {
    if (said.session.empty()) return std::optional<HookEvent>();  // it would silence everybody
    said.silences = true;
    return std::optional(std::move(said));
  }
  if (name == "Stop" || name == "SubagentStop") {
    said.text = json_string(event, "last_assistant_message");
    said.may_repeat = true;
  } else if (name == "StopFailure") {  // instead of Stop: the error, in words or as a code
    said.text = first_text(event, {"last_assistant_message", "error_details", "error"});
  } else if (name == "AfterAgent") {  // Gemini CLI's Stop
    said.text = json_string(event, "prompt_response");
    said.may_repeat = true;
  } else if (name == "Notification") {
    said.text = json_string(event, "message");
  } else if (name == "PermissionRequest") {
    said.text = question_of(event);
  } else if (name == "PreToolUse") {
    said.text = question_of(event);
    if (said.text.empty()) said.transcript = json_string(event, "transcript_path");
  } else if (name == "MessageDisplay") {
    said.text = json_string(event, "delta");
    said.stream = json_string(event, "message_id");
    if (!said.stream.empty()) said.index = index_in(event);
    const auto final = event.find("final");
    said.last = said.stream.empty() || (final != event.end() && final->is_boolean() && *final);
  }
  const bool ends_stream = !said.stream.empty() && said.last;
  if (trimmed(said.text).empty() && !ends_stream && said.transcript.empty())
    return std::optional<HookEvent>();
  return std::optional(std::move(said));
}

HookRequest request_of(const HookEvent& event, const std::string& on_new,
                       const HookOverrides& overrides) {
  if (event.silences) return {"/v1/stop", dumped({{"session", event.session}})};
  nlohmann::ordered_json fields = {{"session", event.session}, {"text", event.text},
                                   {"stream", event.stream},   {"last", event.last},
                                   {"project", event.project}, {"may_repeat", event.may_repeat},
                                   {"on_new", on_new}};
  if (event.index) fields["index"] = *event.index;
  if (overrides.speed) fields["speed"] = *overrides.speed;
  for (const auto& [key, value] :
       {std::pair("voice", &overrides.voice), std::pair("language", &overrides.language),
        std::pair("read", &overrides.read), std::pair("register", &overrides.in_register)})
    if (!value->empty()) fields[key] = *value;
  return {"/v1/announce", dumped(fields)};
}

}  // namespace sotto::speaker
