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
#include <optional>
#include <thread>
#include <vector>

#include "base/log.h"
#include "cli/flags.h"
#include "cli/heard_once.h"
#include "cli/hook_settings.h"
#include "cli/line_writer.h"
#include "cli/start_server.h"
#include "cli/verb.h"
#include "pipeline/byte_source.h"
#include "serve/hook_event.h"
#include "serve/local_client.h"
#include "serve/transcript.h"
#include "speech/voice.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr const char* kHookHelp = R"(Examples:
  sotto serve --to ja &                 # whose speaker is heard
  sotto hook install                    # Stop and Notification, in the settings of Claude Code
  sotto hook install --events MessageDisplay,Stop,Notification
  echo '{"hook_event_name": "Notification", "message": "It is your turn."}' | sotto hook
  sotto hook uninstall)";

constexpr size_t kMaxEventBytes = size_t{4} << 20;
constexpr milliseconds kStartPatience{15000};  // with one that was just started

struct HookFlags {
  std::string socket = "auto", on_new = "queue", settings, events = "Stop,Notification";
  std::optional<double> rate;
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
Result<void> hand_over(const fs::path& socket, const std::vector<serve::HookRequest>& requests) {
  for (const serve::HookRequest& request : requests) {
    const auto answer =
        serve::ask_server(socket, request.path, request.json, serve::kServerPatience);
    if (!answer) return answer.error();
    if (answer->status == 202 || answer->status == 200) continue;
    return Error{Errc::io, fmt::format("the server refused what was to be said: {}",
                                       serve::refusal_of(*answer))};
  }
  return {};
}

// In a process of its own, which the agent does not wait for: starts a server and tells it.
void start_and_hand_over(const fs::path& socket, const std::vector<serve::HookRequest>& requests) {
  if (::fork() != 0) return;
  become_detached();
  if (::fork() == 0) {
    become_server(fs::absolute(socket));
    ::_exit(127);
  }
  const auto end = std::chrono::steady_clock::now() + kStartPatience;
  while (std::chrono::steady_clock::now() < end) {
    if (hand_over(socket, requests)) ::_exit(0);
    std::this_thread::sleep_for(milliseconds(50));
  }
  say_once("sotto: the server does not start.");
  ::_exit(1);
}

// What an event has to say: its text, or what stands in the transcript. Each entry there is a
// message of its own name, which the server says once however often it is sent.
Result<std::vector<serve::HookEvent>> events_of(const serve::HookEvent& event) {
  if (event.transcript.empty()) return std::vector{event};
  const auto texts = serve::texts_since_prompt(event.transcript);
  if (!texts) return texts.error();
  std::vector<serve::HookEvent> events(texts->size(), event);
  for (size_t i = 0; i < events.size(); ++i) {
    events[i].text = (*texts)[i].text;
    events[i].stream = (*texts)[i].id;
    events[i].index = 0;
  }
  return events;
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
  const auto events = events_of(**event);
  if (!events) return fail(events.error());
  std::vector<serve::HookRequest> requests;
  for (const serve::HookEvent& e : *events) requests.push_back(serve::request_of(e, f.on_new, f.rate));
  const Result<void> handed = hand_over(socket, requests);
  if (handed) {
    all_is_well();
    return kDone;
  }
  if (handed.error().code != Errc::not_found) return fail(handed.error());
  if ((*event)->silences) return kDone;  // nobody speaks
  if (f.start) {
    start_and_hand_over(socket, requests);
  } else {
    log::warn("{}", handed.error().message);  // no server, nothing to hear: no failure
    say_once("sotto: no server.");
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
  if (f.rate) command += fmt::format(" --rate {}", *f.rate);
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
  verb->add_option("--rate", flags->rate, "Speed of the voice (default: that of sotto serve)")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate));
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  CLI::App* install = verb->add_subcommand("install", "Add it to an agent's settings");
  CLI::App* uninstall = verb->add_subcommand("uninstall", "Take it out of an agent's settings");
  install
      ->add_option(
          "--events", flags->events,
          "Of Stop, SubagentStop, Notification, MessageDisplay (or PreToolUse, where Claude Code "
          "is older: what was written before a tool is called), and UserPromptSubmit, by which a "
          "new prompt silences the old answer; other events lose the hook")
      ->capture_default_str();
  for (CLI::App* part : {install, uninstall}) {
    part->fallthrough();
    part->add_option("--settings", flags->settings,
                     "The settings file (default: ~/.claude/settings.json)")
        ->type_name("FILE");
  }
  return {verb, [flags, verb, install, uninstall](Session&) {
            if (uninstall->parsed()) {
              for (const char* name : {"--socket", "--on-new", "--rate", "--start"})
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
