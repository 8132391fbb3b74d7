#include "cli/hook_agents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/codex_config.h"
#include "cli/hook_settings.h"
#include "cli/sealed_file.h"
#include "speaker/hook_table.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using speaker::Agents;
using Words = std::vector<std::string>;

// A folder that the environment names, else one below the home folder.
fs::path agent_folder(const char* variable, const char* below_home) {
  const char* folder = variable != nullptr ? std::getenv(variable) : nullptr;
  if (folder != nullptr && *folder != 0) return folder;
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / below_home;
}

fs::path claude_file() { return agent_folder("CLAUDE_CONFIG_DIR", ".claude") / "settings.json"; }
fs::path codex_file() { return agent_folder("CODEX_HOME", ".codex") / "config.toml"; }
fs::path gemini_file() { return agent_folder(nullptr, ".gemini") / "settings.json"; }
fs::path cursor_file() { return agent_folder(nullptr, ".cursor") / "hooks.json"; }
fs::path opencode_file() {
  return agent_folder("XDG_CONFIG_HOME", ".config") / "opencode" / "plugin" / "sotto.js";
}

Result<bool> install_grouped(const fs::path& file, const Words& events, const Words&,
                             const std::string& command) {
  return install_hooks(file, events, command, HookLayout::grouped);
}

Result<bool> install_flat(const fs::path& file, const Words& events, const Words&,
                          const std::string& command) {
  return install_hooks(file, events, command, HookLayout::flat);
}

Result<bool> install_codex(const fs::path& file, const Words&, const Words& words,
                           const std::string&) {
  return install_notify(file, words);
}

// A plugin that hands events over as they are. A user's own message has parts, too: who wrote a
// message is told before its parts.
constexpr const char* kPlugin =
    R"(// Written by `sotto hook install --agent opencode`; `uninstall` removes it. (seal 0000000000000000)
import { spawn } from "node:child_process";

const command = COMMAND;
const events = new Set(EVENTS);

export const Sotto = async ({ directory }) => {
  const users = new Set();
  return {
    event: async ({ event }) => {
      const info = event.properties?.info;
      if (event.type === "message.updated" && info?.role === "user") users.add(info.id);
      if (!events.has(event.type)) return;
      const part = event.properties?.part;
      if (part && (part.type !== "text" || !part.time?.end || users.has(part.messageID))) return;
      const hook = spawn(command[0], command.slice(1), { stdio: ["pipe", "ignore", "ignore"] });
      hook.on("error", () => {});
      hook.stdin.on("error", () => {});
      hook.stdin.end(JSON.stringify({ directory, ...event }));
    },
  };
};
)";

Result<bool> install_plugin(const fs::path& file, const Words& events, const Words& words,
                            const std::string&) {
  std::string text = kPlugin;
  const auto put = [&](std::string_view mark, const Words& list) {
    const std::string json =
        nlohmann::json(list).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    text.replace(text.find(mark), mark.size(), json);
  };
  put("EVENTS", events);
  put("COMMAND", words);
  return write_sealed(file, sealed(text));
}

Result<bool> uninstall_plugin(const fs::path& file) {
  const Result<Removal> removal = remove_sealed(file);
  if (!removal) return removal.error();
  if (*removal != Removal::kept) return *removal == Removal::removed;
  return Error{Errc::io, fmt::format("{}: is not as sotto wrote it, and stays", file.string())};
}

constexpr std::array kAgents = std::to_array<HookAgent>(
    {{"claude", "Claude Code", Agents::claude, "Stop,Notification,StopFailure", "PreToolUse",
      "SubagentStop", claude_file, install_grouped, uninstall_hooks},
     {"codex", "Codex", Agents::codex, "agent-turn-complete", "", "", codex_file, install_codex,
      uninstall_notify},
     {"gemini", "Gemini CLI", Agents::gemini, "AfterAgent,Notification", "BeforeTool", "",
      gemini_file, install_grouped, uninstall_hooks},
     {"opencode", "opencode", Agents::opencode,
      "message.part.updated,session.error,permission.asked,permission.updated,question.asked", "",
      "", opencode_file, install_plugin, uninstall_plugin},
     {"cursor", "Cursor", Agents::cursor, "afterAgentResponse,stop", "preToolUse", "subagentStop",
      cursor_file, install_flat, uninstall_hooks}});

}  // namespace

std::span<const HookAgent> hook_agents() { return kAgents; }

const HookAgent* find_agent(std::string_view id) {
  const auto row = std::ranges::find(kAgents, id, &HookAgent::id);
  return row == kAgents.end() ? nullptr : &*row;
}

Result<void> check_events(const HookAgent& agent, const Words& events, bool tools) {
  // Codex' notify has no choice of events.
  const Words heard =
      agent.id == "codex" ? Words{agent.events} : speaker::heard_events(agent.agents);
  for (const std::string& event : events) {
    if (std::ranges::find(heard, event) != heard.end()) continue;
    return Error{Errc::bad_argument,
                 fmt::format("--events: {} is nothing that sotto listens to, expected some of {}",
                             event, fmt::join(heard, ", "))};
  }
  const auto has = [&](const char* name) {
    return std::ranges::find(events, name) != events.end();
  };
  if (has("MessageDisplay") && has("PreToolUse") && !tools)
    return Error{Errc::bad_argument,
                 "--events: has MessageDisplay and PreToolUse, by which everything would be heard "
                 "twice, expected one of them"};
  if (!events.empty()) return {};
  return Error{Errc::bad_argument,
               fmt::format("--events: is empty, expected some of {}", fmt::join(heard, ", "))};
}

}  // namespace sotto::cli
