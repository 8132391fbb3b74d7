#include "cli/hook_install.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include "base/program.h"
#include "base/split_list.h"
#include "cli/hook_agents.h"
#include "cli/hook_settings.h"
#include "cli/sealed_file.h"
#include "cli/service_file.h"
#include "cli/slash_command.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

// Quotes a text so that a shell reads it as one word.
std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(
      word, [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("/._-+:@", c); });
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string own_name() {
  const fs::path program = own_program();
  return program.empty() ? "sotto" : program.string();
}

std::vector<std::string> own_words(const HookFlags& f) {
  std::vector<std::string> words = {own_name(), "hook"};
  const auto add = [&](const char* flag, const std::string& value) {
    words.insert(words.end(), {flag, value});
  };
  if (f.socket != "auto") add("--socket", fs::absolute(f.socket).string());
  if (f.on_new != "queue") add("--on-new", f.on_new);
  if (f.speed) add("--speed", fmt::format("{}", *f.speed));
  if (!f.read.empty()) add("--read", f.read);
  if (!f.in_register.empty()) add("--register", f.in_register);
  if (!f.sub_agents.empty()) add("--subagents", f.sub_agents);
  if (f.tools) words.emplace_back("--tools");
  if (f.start) words.emplace_back("--start");
  return words;
}

std::string own_hook(const HookFlags& f) {
  const std::string program = quoted(own_name()) + " hook";
  if (f.socket == "auto") return program;
  return program + " --socket " + quoted(fs::absolute(f.socket).string());
}

// The command of a hook, with what `sotto hook` was told beside install.
std::string own_command(const HookFlags& f) {
  std::string command;
  for (const std::string& word : own_words(f))
    command += (command.empty() ? "" : " ") + quoted(word);
  return command;
}

fs::path settings_of(const HookFlags& f) {
  return f.settings.empty() ? find_agent(f.agent)->file() : fs::path(f.settings);
}

std::string line_of(const fs::path& file, bool changed, const std::string& state) {
  return fmt::format("{}: {}{}\n", file.string(), changed ? "" : "already ", state);
}

std::vector<std::string> service_command(const HookFlags& f) {
  std::vector<std::string> words = {own_name(), "serve"};
  words.insert(words.end(), f.serve_flags.begin(), f.serve_flags.end());
  if (f.socket != "auto") {
    words.push_back("--socket");
    words.push_back(fs::absolute(f.socket).string());
  }
  return words;
}

void add_event(std::vector<std::string>& events, const char* event) {
  if (*event != 0 && std::ranges::find(events, event) == events.end()) events.emplace_back(event);
}

// The agents that were asked for; what a flag is about comes with it.
std::vector<std::string> wanted_events(const HookFlags& f, const HookAgent& agent) {
  std::vector<std::string> events = split_list(f.has_events ? f.events : agent.events);
  if (f.tools) add_event(events, agent.tool_event);
  if (!f.sub_agents.empty() && f.sub_agents != "none") add_event(events, agent.sub_agent_event);
  return events;
}

// Flags that make no sense are found before anything is written.
Result<void> check_install(const HookFlags& f, const std::vector<std::string>& events) {
  const HookAgent& agent = *find_agent(f.agent);
  if (const Result<void> known = check_events(agent, events, f.tools); !known) return known.error();
  const bool is_claude = f.agent == "claude";
  if (f.command && !is_claude) {
    return Error{Errc::bad_argument,
                 fmt::format("--command: is for Claude Code, not for {}", agent.name)};
  }
  if (!f.service && !f.serve_flags.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: is not for hook install; flags of `sotto serve` stand behind "
                             "--service --",
                             f.serve_flags.front())};
  }
  return f.service ? check_serve_flags(f.serve_flags) : Result<void>();
}

}  // namespace

Result<std::string> install(const HookFlags& f) {
  const HookAgent& agent = *find_agent(f.agent);
  const std::vector<std::string> events = wanted_events(f, agent);
  if (const Result<void> checked = check_install(f, events); !checked) return checked.error();
  std::string done;
  if (f.command) {
    const fs::path file = slash_command_file(settings_of(f));
    const Result<bool> written = write_sealed(file, slash_command(own_hook(f)));
    if (!written) return written.error();
    done += line_of(file, *written, "installed: /sotto off, on, stop and again");
  }
  if (f.service) {
    const Result<bool> written = write_sealed(service_file(), service(service_command(f)));
    if (!written) return written.error();
    done += line_of(service_file(), *written, "installed; it runs after") +
            how_to_enable(service_file());
  }
  for (const HookFile& file : agent.files) {
    const fs::path path = path_of(file, settings_of(f));
    const std::vector<std::string> here = events_in(agent, file, events);
    const Result<bool> changed = here.empty()
                                     ? file.uninstall(path)
                                     : file.install(path, here, own_words(f), own_command(f));
    if (!changed) return changed.error();
    if (here.empty() && !*changed) continue;
    const std::string state =
        here.empty() ? "uninstalled" : fmt::format("installed for {}", fmt::join(here, ", "));
    done += line_of(path, *changed, state);
    if (!here.empty() && *changed) done += file.then;
  }
  return done;
}

namespace {

Result<std::string> remove_file(const fs::path& file, const std::string& then) {
  const Result<Removal> removal = remove_sealed(file);
  if (!removal) return removal.error();
  if (*removal == Removal::none) return std::string();
  if (*removal == Removal::removed) return fmt::format("{}: removed{}", file.string(), then);
  return fmt::format("{}: was changed, and stays\n", file.string());
}

// Removes sotto's hooks from the agent's files, in order; the first is the agent's own.
Result<std::string> uninstall_files(const HookAgent& agent, const fs::path& settings) {
  std::string done;
  for (const HookFile& file : agent.files) {
    const fs::path path = path_of(file, settings);
    const Result<bool> changed = file.uninstall(path);
    if (!changed) return changed.error();
    if (*changed || path == settings) done += line_of(path, *changed, "uninstalled");
    const fs::path backup = settings_backup(path);
    if (backup.empty()) continue;
    done += fmt::format(
        "{}: stays; it has the settings before sotto's last change, with any keys "
        "in them\n",
        backup.string());
  }
  return done;
}

}  // namespace

Result<std::string> uninstall(const HookFlags& f) {
  const fs::path settings = settings_of(f);
  Result<std::string> files = uninstall_files(*find_agent(f.agent), settings);
  if (!files) return files.error();
  std::string done = *std::move(files);
  if (f.agent != "claude") return done;  // what follows came with Claude Code's hooks
  const Result<std::string> slash = remove_file(slash_command_file(settings), "\n");
  if (!slash) return slash.error();
  done += *slash;
  if (!f.settings.empty()) return done;  // of one project: the service is for all
  const Result<std::string> ended =
      remove_file(service_file(), "; where it runs, it ends by\n" + how_to_end());
  if (!ended) return ended.error();
  std::error_code failed;
  if (!fs::exists(service_file(), failed)) remove_service_links();
  return done + *ended;
}

}  // namespace sotto::cli
