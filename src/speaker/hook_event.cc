#include "speaker/hook_event.h"

#include <initializer_list>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/utf8.h"
#include "speaker/hook_table.h"

namespace sotto::speaker {
namespace {

constexpr size_t kLongProject = 64;  // bytes: nobody wants to hear more
// Agents have their own keys for the same thing.
std::string first_name(const nlohmann::json& event, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const std::string& name = json_string(event, key); !name.empty()) return name;
  return "";
}

std::string session_of(const nlohmann::json& event) {
  const std::string session =
      first_name(event, {"session_id", "thread-id", "conversation_id", "sessionID"});
  if (!session.empty()) return session;
  const nlohmann::json& properties = json_member(event, "properties");  // opencode's
  const std::string& named = json_string(properties, "sessionID");
  return named.empty() ? json_string(json_member(properties, "part"), "sessionID") : named;
}

std::string folder_of(const nlohmann::json& event) {
  const std::string folder = first_name(event, {"cwd", "directory"});
  const nlohmann::json& roots = json_member(event, "workspace_roots");  // Cursor's
  if (!folder.empty() || !roots.is_array() || roots.empty()) return folder;
  return roots.front().is_string() ? roots.front().get<std::string>() : "";
}

}  // namespace

std::string project_of(std::filesystem::path folder) {
  if (folder.filename().empty()) folder = folder.parent_path();
  const std::string name = folder.filename().string();
  return name.size() <= kLongProject && name.find('`') == std::string::npos ? name : "";
}

Result<std::optional<HookEvent>> read_hook_event(std::string_view json, const HookChoice& choice) {
  const nlohmann::json event = parse_json(json);
  const std::string name = first_name(event, {"hook_event_name", "type"});
  if (name.empty()) {
    return Error{Errc::bad_format,
                 "what came is no hook event, expected a JSON object with hook_event_name or type"};
  }
  const HookRow* row = find_hook_row(name);
  if (row == nullptr || row->read == nullptr) return std::optional<HookEvent>();
  const bool is_sub_agents = !json_string(event, "agent_id").empty();
  if (is_sub_agents && !row->of_sub_agents) return std::optional<HookEvent>();
  HookEvent said;
  said.session = session_of(event);
  said.folder = folder_of(event);
  said.project = project_of(said.folder);
  row->read(event, choice, said);
  const bool ends_stream = !said.stream.empty() && said.last;
  const bool says = !trimmed(said.text).empty() || ends_stream || !said.transcript.empty();
  if (!says && !said.silences) return std::optional<HookEvent>();
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
        std::pair("read", &overrides.read), std::pair("register", &overrides.in_register),
        std::pair("translate_to", &overrides.to)})
    if (!value->empty()) fields[key] = *value;
  return {"/v1/announce", dumped(fields)};
}

}  // namespace sotto::speaker
