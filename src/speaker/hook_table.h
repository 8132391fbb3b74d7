// Table of the hook events that are heard: a row an event, for all agents.
//
// Sources: Claude Code's hooks reference and its SDK (0.2.143); Codex' `notify` and the schemas of its hooks.json;
// Gemini CLI's, Cursor's and opencode's documentation. tests/data/agent_hooks says which events
// were seen from a real program.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "speaker/hook_event.h"

namespace sotto::speaker {

// Puts what an event says into `said`; what is left empty is silence.
using ReadsHook = void (*)(const nlohmann::json& event, const HookChoice& choice, HookEvent& said);

struct HookRow {
  Agents agents;               // that call it so
  std::string_view name;       // hook_event_name, or type
  ReadsHook read;              // null: silent
  std::string_view why;        // it is silent, or what is heard of it
  bool of_sub_agents = false;  // heard of a sub-agent, too
};

std::span<const HookRow> hook_rows();

// Null: nobody's.
const HookRow* find_hook_row(std::string_view name);

// The agents that a hook can be installed for.
std::vector<std::string> heard_events(Agents agents);

}  // namespace sotto::speaker
