#include "serve/hook_event.h"

#include <nlohmann/json.hpp>

#include "serve/request_fields.h"

namespace sotto::serve {

Result<std::optional<HookEvent>> read_hook_event(std::string_view json) {
  const auto event = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  const std::string name = event.is_object() ? string_in(event, "hook_event_name") : "";
  if (name.empty()) {
    return Error{Errc::bad_format,
                 "standard input is no hook event, expected a JSON object with hook_event_name"};
  }
  HookEvent said;
  said.session = string_in(event, "session_id");
  if (name == "Stop" || name == "SubagentStop") {
    said.text = string_in(event, "last_assistant_message");
    said.may_repeat = true;
  } else if (name == "Notification") {
    said.text = string_in(event, "message");
  } else if (name == "MessageDisplay") {
    said.text = string_in(event, "delta");
    said.stream = string_in(event, "message_id");
    const auto final = event.find("final");
    said.last = said.stream.empty() || (final != event.end() && final->is_boolean() && *final);
  }
  const bool ends_stream = !said.stream.empty() && said.last;
  if (said.text.find_first_not_of(" \t\r\n") == std::string::npos && !ends_stream)
    return std::optional<HookEvent>();
  return std::optional(std::move(said));
}

std::string announcement_json(const HookEvent& event, const std::string& on_new) {
  return dumped({{"session", event.session},
                 {"text", event.text},
                 {"stream", event.stream},
                 {"last", event.last},
                 {"may_repeat", event.may_repeat},
                 {"on_new", on_new}});
}

}  // namespace sotto::serve
