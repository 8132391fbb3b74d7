#include "cli/hook_agents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/codex_config.h"
#include "cli/hook_settings.h"
#include "cli/sealed_file.h"
#include "speaker/hook_table.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using speaker::Agents;
using Words = std::vector<std::string>;

constexpr const char* kCodexNotify = "agent-turn-complete";

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
    const std::string json = dumped(list);
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

constexpr std::array kGroupedFile = {HookFile{"", "", "", install_grouped, uninstall_hooks}};
constexpr std::array kFlatFile = {HookFile{"", "", "", install_flat, uninstall_hooks}};
constexpr std::array kPluginFile = {HookFile{"", "", "", install_plugin, uninstall_plugin}};
constexpr std::array kCodexFiles = std::to_array<HookFile>(
    {{"", kCodexNotify, "", install_codex, uninstall_notify},
     {"hooks.json", "", "Codex asks once whether you trust these hooks: /hooks in a session\n",
      install_grouped, uninstall_hooks}});

constexpr std::array kAgents = std::to_array<HookAgent>(
    {{"claude", "Claude Code", Agents::claude, "Stop,Notification,StopFailure", "PreToolUse",
      "SubagentStop", claude_file, kGroupedFile},
     {"codex", "Codex", Agents::codex, kCodexNotify, "PreToolUse", "SubagentStop", codex_file,
      kCodexFiles},
     {"gemini", "Gemini CLI", Agents::gemini, "AfterAgent,Notification", "BeforeTool", "",
      gemini_file, kGroupedFile},
     {"opencode", "opencode", Agents::opencode,
      "message.part.updated,session.error,permission.asked,permission.updated,question.asked", "",
      "", opencode_file, kPluginFile},
     {"cursor", "Cursor", Agents::cursor, "afterAgentResponse,stop", "preToolUse", "subagentStop",
      cursor_file, kFlatFile}});

// By both of them everything would be heard twice.
struct SameEvents {
  const char *one, *other;
  bool tools_tell_apart;  // with --tools the second says something else
};
constexpr std::array kSameEvents = std::to_array<SameEvents>(
    {{"MessageDisplay", "PreToolUse", true}, {kCodexNotify, "Stop", false}});

}  // namespace

std::span<const HookAgent> hook_agents() { return kAgents; }

const HookAgent* find_agent(std::string_view id) {
  const auto row = std::ranges::find(kAgents, id, &HookAgent::id);
  return row == kAgents.end() ? nullptr : &*row;
}

fs::path path_of(const HookFile& file, const fs::path& settings) {
  return *file.name == 0 ? settings : settings.parent_path() / file.name;
}

Words events_in(const HookAgent& agent, const HookFile& file, const Words& events) {
  Words found;
  for (const std::string& event : events) {
    const auto named = std::ranges::find(agent.files, event, &HookFile::only_event);
    const bool is_here = named != agent.files.end() ? &*named == &file : file.only_event.empty();
    if (is_here) found.push_back(event);
  }
  return found;
}

Result<void> check_events(const HookAgent& agent, const Words& events, bool tools) {
  const Words heard = speaker::heard_events(agent.agents);
  for (const std::string& event : events) {
    if (std::ranges::find(heard, event) != heard.end()) continue;
    return Error{Errc::bad_argument,
                 fmt::format("--events: {} is nothing that sotto listens to, expected some of {}",
                             event, fmt::join(heard, ", "))};
  }
  const auto has = [&](const char* name) {
    return std::ranges::find(events, name) != events.end();
  };
  for (const SameEvents& same : kSameEvents) {
    if (!has(same.one) || !has(same.other) || (tools && same.tools_tell_apart)) continue;
    return Error{Errc::bad_argument,
                 fmt::format("--events: has {} and {}, by which everything would be heard twice, "
                             "expected one of them",
                             same.one, same.other)};
  }
  if (!events.empty()) return {};
  return Error{Errc::bad_argument,
               fmt::format("--events: is empty, expected some of {}", fmt::join(heard, ", "))};
}

}  // namespace sotto::cli
