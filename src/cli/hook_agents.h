// The agents that sotto's hooks can be installed for: a row an agent.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "speaker/hook_event.h"

namespace sotto::cli {

struct HookAgent {
  std::string_view id, name;
  speaker::Agents agents;
  const char* events;                        // without --events
  const char *tool_event, *sub_agent_event;  // of --tools and --subagents; empty: none
  std::filesystem::path (*file)();           // where its hooks stand
  // False: there was nothing to change. `words` and `command` are the same hook. A file that cannot
  // be understood is an error, and stays as it is.
  Result<bool> (*install)(const std::filesystem::path& file, const std::vector<std::string>& events,
                          const std::vector<std::string>& words, const std::string& command);
  Result<bool> (*uninstall)(const std::filesystem::path& file);
};

std::span<const HookAgent> hook_agents();

// Null: none of that id.
const HookAgent* find_agent(std::string_view id);

// The error names an event that is not heard, or two by which everything would be heard twice.
Result<void> check_events(const HookAgent& agent, const std::vector<std::string>& events,
                          bool tools);

}  // namespace sotto::cli
