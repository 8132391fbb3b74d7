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

// A file that an agent's hooks stand in.
struct HookFile {
  const char* name;             // beside the agent's own file; empty: that one
  std::string_view only_event;  // the one that stands in it; empty: all that stand in no other
  const char* then;             // what is left to its user once it is installed; empty: nothing
  // False: there was nothing to change. `words` and `command` are the same hook. A file that cannot
  // be understood is an error, and stays as it is.
  Result<bool> (*install)(const std::filesystem::path& file, const std::vector<std::string>& events,
                          const std::vector<std::string>& words, const std::string& command);
  Result<bool> (*uninstall)(const std::filesystem::path& file);
};

struct HookAgent {
  std::string_view id, name;
  speaker::Agents agents;
  const char* events;                        // without --events
  const char *tool_event, *sub_agent_event;  // of --tools and --subagents; empty: none
  std::filesystem::path (*file)();           // its own, which --settings is in place of
  std::span<const HookFile> files;
};

std::span<const HookAgent> hook_agents();

// Null: none of that id.
const HookAgent* find_agent(std::string_view id);

// The path of that file, for an agent whose own is `settings`.
std::filesystem::path path_of(const HookFile& file, const std::filesystem::path& settings);

// The events of `events` that stand in that file.
std::vector<std::string> events_in(const HookAgent& agent, const HookFile& file,
                                   const std::vector<std::string>& events);

// The error names an event that is not heard, or two by which everything would be heard twice.
Result<void> check_events(const HookAgent& agent, const std::vector<std::string>& events,
                          bool tools);

}  // namespace sotto::cli
