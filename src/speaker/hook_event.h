// An agent's hook event, as messages to say.
//
// An event is one JSON object: on standard input, or (Codex' `notify`) as an argument. Which events
// there are, and what is heard of each, is hook_table.h; unknown events and fields are passed over.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::speaker {

enum class Agents : unsigned {
  none = 0,
  claude = 1,
  codex = 2,
  gemini = 4,
  opencode = 8,
  cursor = 16
};
constexpr Agents operator|(Agents a, Agents b) {
  return static_cast<Agents>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has_any(Agents a, Agents b) {
  return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0;
}

enum class SubAgents { silent, brief, whole };  // what is heard of them when they end

// The events that a listener wants.
struct HookChoice {
  SubAgents sub_agents = SubAgents::brief;
  bool tools = false;  // what a tool is about to do, in place of the transcript
};

struct HookEvent {
  bool silences = false;  // UserPromptSubmit: what the session still says is not wanted any more
  std::string session, text;
  std::string project;               // the name of the folder that the session works in
  std::filesystem::path folder;      // the same with all in front of it; empty: not known
  std::optional<size_t> index;       // MessageDisplay: of the piece, from 0
  std::string stream;                // MessageDisplay: the message that the text is a piece of
  bool last = true;                  // piece of the stream
  bool may_repeat = false;           // Stop: the text was perhaps displayed, piece by piece, before
  std::filesystem::path transcript;  // PreToolUse: what was written before stands there
};

// The name of the folder that a session works in; empty where there is none to say.
std::string project_of(std::filesystem::path folder);

// None: the event says nothing. The error: it is no hook event.
Result<std::optional<HookEvent>> read_hook_event(std::string_view json,
                                                 const HookChoice& choice = {});

// The request that an event makes to a server: a path and a body to post there.
struct HookRequest {
  std::string path, json;
};
// Settings for this event's speech; empty: the server's own.
struct HookOverrides {
  std::optional<double> speed = {};
  std::string voice = {}, language = {}, read = {}, in_register = {};
  std::string to = {};  // the language that is heard
};
HookRequest request_of(const HookEvent& event, const std::string& on_new,
                       const HookOverrides& overrides = {});

}  // namespace sotto::speaker
