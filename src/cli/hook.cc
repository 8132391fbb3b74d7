// sotto hook: what an agent's session says, handed to a running server.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/log.h"
#include "cli/flags.h"
#include "cli/hook_settings.h"
#include "cli/line_writer.h"
#include "cli/start_server.h"
#include "cli/verb.h"
#include "pipeline/byte_source.h"
#include "serve/hook_event.h"
#include "serve/local_client.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHookHelp = R"(Examples:
  sotto serve --to ja &                 # whose speaker is heard
  sotto hook install                    # Stop and Notification, in the settings of Claude Code
  sotto hook install --events MessageDisplay,Stop,Notification
  echo '{"hook_event_name": "Notification", "message": "It is your turn."}' | sotto hook
  sotto hook uninstall)";

constexpr size_t kMaxEventBytes = size_t{4} << 20;

struct HookFlags {
  std::string socket = "auto", on_new = "queue", settings, events = "Stop,Notification";
  bool start = false;
};

Result<std::string> read_event() {
  auto source = pipeline::open_source("-");
  if (!source) return source.error();
  std::string all;
  char piece[65536];
  for (;;) {
    const Result<size_t> n = (*source)->read(piece, {});
    if (!n) return n.error();
    if (*n == 0) return all;
    all.append(piece, *n);
    if (all.size() > kMaxEventBytes) {
      return Error{Errc::bad_format,
                   fmt::format("standard input is longer than {} bytes, expected a hook event",
                               kMaxEventBytes)};
    }
  }
}

// What was dropped or muted, as was asked for, has been accepted.
Result<void> hand_over(const fs::path& socket, const serve::HookRequest& request) {
  const auto answer = serve::ask_server(socket, request.path, request.json, serve::kServerPatience);
  if (!answer) return answer.error();
  if (answer->status == 202 || answer->status == 200) return {};
  return Error{Errc::io, fmt::format("the server refused what was to be said: {}",
                                     serve::refusal_of(*answer))};
}

// In a process of its own, which the agent does not wait for: starts a server and tells it.
void start_and_hand_over(const fs::path& socket, const serve::HookRequest& request) {
  if (::fork() != 0) return;
  ::setsid();
  close_standard_streams();
  const bool told = start_server(socket) && hand_over(socket, request);
  ::_exit(told ? 0 : 1);
}

// Never exit code 2, by which a hook stops its agent, and nothing on standard output, which an
// agent would read.
int hook(const HookFlags& f) {
  const Result<std::string> input = read_event();
  if (!input) return fail(input.error());
  const auto event = serve::read_hook_event(*input);
  if (!event) return fail(event.error());
  if (!*event) return kDone;
  const fs::path socket = socket_flag(f.socket);
  const serve::HookRequest request = serve::request_of(**event, f.on_new);
  const Result<void> handed = hand_over(socket, request);
  if (handed) return kDone;
  if (handed.error().code != Errc::not_found) return fail(handed.error());
  if ((*event)->silences) return kDone;  // nobody speaks
  if (f.start) {
    start_and_hand_over(socket, request);
  } else {
    log::warn("{}", handed.error().message);  // no server, nothing to hear: no failure
  }
  return kDone;
}

// As one word of a shell.
std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(
      word, [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("/._-+:@", c); });
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// The command of a hook, with what `sotto hook` was told beside install.
std::string own_command(const HookFlags& f) {
  std::error_code failed;
  const std::string self = fs::read_symlink("/proc/self/exe", failed).string();
  std::string command = (failed || self.empty() ? "sotto" : quoted(self)) + " hook";
  if (f.socket != "auto") command += " --socket " + quoted(fs::absolute(f.socket).string());
  if (f.on_new != "queue") command += " --on-new " + f.on_new;
  return command + (f.start ? " --start" : "");
}

int change_settings(const HookFlags& f, bool install) {
  const fs::path settings = f.settings.empty() ? default_settings() : fs::path(f.settings);
  const std::vector<std::string> events = split_list(f.events);
  if (const Result<void> known = check_events(events); install && !known)
    return fail(known.error());
  const Result<bool> changed =
      install ? install_hooks(settings, events, own_command(f)) : uninstall_hooks(settings);
  if (!changed) return fail(changed.error());
  const std::string state =
      install ? fmt::format("installed for {}", fmt::join(events, ", ")) : "uninstalled";
  return print_result(
      fmt::format("{}: {}{}\n", settings.string(), *changed ? "" : "already ", state));
}

// Not only in the environment, where it is for every verb.
bool is_on_command_line(const CLI::Option& option) {
  return option.count() > 0 && std::getenv(option.get_envname().c_str()) == nullptr;
}

}  // namespace

Verb add_hook(CLI::App& app) {
  auto flags = std::make_shared<HookFlags>();
  CLI::App* verb = app.add_subcommand("hook", "Hand an agent's hook event to a running server");
  verb->footer(kHookHelp);
  verb->require_subcommand(0, 1);
  add_socket_flag(*verb, flags->socket);
  verb->add_option("--on-new", flags->on_new, "What to do while something else is being said")
      ->check(CLI::IsMember({"queue", "interrupt", "drop"}))
      ->capture_default_str();
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  CLI::App* install = verb->add_subcommand("install", "Add it to an agent's settings");
  CLI::App* uninstall = verb->add_subcommand("uninstall", "Take it out of an agent's settings");
  install
      ->add_option(
          "--events", flags->events,
          "Of Stop, SubagentStop, Notification, MessageDisplay, and UserPromptSubmit, by which "
          "a new prompt silences the old answer; other events lose the hook")
      ->capture_default_str();
  for (CLI::App* part : {install, uninstall}) {
    part->fallthrough();
    part->add_option("--settings", flags->settings,
                     "The settings file (default: ~/.claude/settings.json)")
        ->type_name("FILE");
  }
  return {verb, [flags, verb, install, uninstall](Session&) {
            if (uninstall->parsed()) {
              for (const char* name : {"--socket", "--on-new", "--start"})
                if (is_on_command_line(*verb->get_option(name)))
                  return fail_usage(
                      fmt::format("{}: hook uninstall takes every hook of sotto's "
                                  "away, whatever its flags",
                                  name));
            }
            if (install->parsed() || uninstall->parsed())
              return change_settings(*flags, install->parsed());
            return std::min<int>(hook(*flags), kFailed);
          }};
}

}  // namespace sotto::cli
