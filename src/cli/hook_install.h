// sotto hook install and uninstall: sotto's hooks in the files of an agent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

struct HookFlags {
  std::string socket = "auto", on_new = "queue", agent = "claude", settings, events;
  std::optional<double> speed;
  std::string read, in_register, sub_agents;
  std::string event;           // in place of standard input
  std::string slash, session;  // of `command`
  std::vector<std::string> serve_flags;
  bool has_events = false;  // were given, perhaps empty
  bool start = false, tools = false, command = false, service = false;
};

// Lines that say what was done. Nothing was written where an error is of a flag.
Result<std::string> install(const HookFlags& f);
Result<std::string> uninstall(const HookFlags& f);

}  // namespace sotto::cli
