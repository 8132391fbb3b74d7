// sotto hook: what an agent's session says, handed to a running server.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/log.h"
#include "cli/hand_over.h"
#include "cli/heard_once.h"
#include "cli/hook_install.h"
#include "cli/project_voice.h"
#include "cli/read_all.h"
#include "cli/slash_command.h"
#include "cli/socket_flag.h"
#include "cli/verbs.h"
#include "speaker/hook_event.h"
#include "speaker/transcript.h"
#include "speech/voice.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHookHelp = R"(Examples:
  sotto serve --to ja &                 # whose speaker is heard
  sotto hook install                    # in the settings of Claude Code
  sotto hook install --events MessageDisplay,Stop,Notification
  sotto hook install --agent codex      # or gemini, opencode, cursor
  sotto hook install --command          # /sotto off, on, stop and again in a session
  sotto hook install --service -- --to ja --voice open-jtalk:mei
  echo '{"hook_event_name": "Notification", "message": "It is your turn."}' | sotto hook
  sotto hook uninstall)";

// The event of a tool has all that the tool is given, or gave back: files, screenshots.
constexpr size_t kMaxEventBytes = size_t{64} << 20;

constexpr const char* kHookFlagsOfRuns[] = {"--socket",   "--on-new", "--speed", "--read",
                                            "--register", "--start",  "--tools", "--subagents"};

speaker::HookChoice choice_of(const HookFlags& f) {
  speaker::HookChoice choice;
  choice.tools = f.tools;
  if (f.sub_agents == "none") choice.sub_agents = speaker::SubAgents::silent;
  if (f.sub_agents == "whole") choice.sub_agents = speaker::SubAgents::whole;
  return choice;
}

// The messages of an event: its text, or the entries of the transcript. Each entry there is a
// message of its own name, which the server says once however often it is sent.
Result<std::vector<speaker::HookEvent>> events_of(const speaker::HookEvent& event) {
  if (event.transcript.empty()) return std::vector{event};
  const auto texts = speaker::texts_since_prompt(event.transcript);
  if (!texts) return texts.error();
  std::vector<speaker::HookEvent> events(texts->size(), event);
  for (size_t i = 0; i < events.size(); ++i) {
    events[i].text = (*texts)[i].text;
    events[i].stream = (*texts)[i].id;
    events[i].index = 0;
  }
  return events;
}

// Never exit code 2, by which a hook stops its agent, and nothing on standard output, which an
// agent would read.
int hook(const HookFlags& f, const terminal::Projects& projects) {
  const Result<std::string> input =
      f.event.empty() ? read_all("-", kMaxEventBytes, "a hook event") : f.event;
  if (!input) return fail(input.error());
  const auto event = speaker::read_hook_event(*input, choice_of(f));
  if (!event) return fail(event.error());
  if (!*event) return kDone;
  const fs::path socket = socket_flag(f.socket);
  const auto events = events_of(**event);
  if (!events) return fail(events.error());
  std::vector<speaker::HookRequest> requests;
  const speaker::HookOverrides own{.speed = f.speed, .read = f.read, .in_register = f.in_register};
  for (const speaker::HookEvent& e : *events)
    requests.push_back(speaker::request_of(e, f.on_new, with_project_voice(own, projects, e)));
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

int print_or_fail(const Result<std::string>& done) {
  return done ? print_result(*done) : fail(done.error());
}

void add_install_flags(CLI::App& app, HookFlags& f) {
  app.add_option("--events", f.events,
                 "Which of the agent's events are heard; others lose the hook (default: the "
                 "answer, failures, and what it wants of you)")
      ->each([&f](const std::string&) { f.has_events = true; });
  app.add_flag("--command", f.command, "Also write /sotto off, on, stop and again for a session");
  app.add_flag("--service", f.service,
               "Also write a service of this user that runs `sotto serve` from the login on");
  app.add_option("FLAGS", f.serve_flags, "With --service, behind --: flags of `sotto serve`");
}

CLI::App* add_slash_command(CLI::App& hook, HookFlags& f) {
  CLI::App* app = hook.add_subcommand("command", "Do what /sotto asks for in a session");
  app->add_option("WHAT", f.slash, "off, on, stop or again");
  app->add_option("--session", f.session, "The session (default: those of this folder's project)")
      ->type_name("SESSION");
  return app;
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
  verb->add_option("--speed,--rate", flags->speed,
                   "Speed of the voice (default: that of sotto serve)")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate));
  add_read_flag(*verb, flags->read, " (default: that of sotto serve)");
  add_register_flag(*verb, flags->in_register, " (default: that of sotto serve)");
  verb->add_flag("--tools", flags->tools, "Say in a few words what a tool is about to do");
  verb->add_option("--subagents", flags->sub_agents,
                   "What is heard of a sub-agent that ends: nothing, a short line, or its answer "
                   "(default: a short line, where its event is heard)")
      ->check(CLI::IsMember({"none", "brief", "whole"}));
  verb->add_option("EVENT", flags->event, "The event, as JSON (default: standard input)");
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  CLI::App* install_verb = verb->add_subcommand("install", "Add it to an agent's settings");
  CLI::App* uninstall_verb =
      verb->add_subcommand("uninstall", "Take it out of an agent's settings");
  for (CLI::App* part : {install_verb, uninstall_verb}) {
    part->fallthrough();
    part->add_option("--agent", flags->agent, "Whose hooks they are")
        ->check(CLI::IsMember({"claude", "codex", "gemini", "opencode", "cursor"}))
        ->capture_default_str();
    part->add_option("--settings", flags->settings,
                     "The agent's file (default: such as ~/.claude/settings.json)")
        ->type_name("FILE");
  }
  add_install_flags(*install_verb, *flags);
  CLI::App* slash = add_slash_command(*verb, *flags);
  return {verb, [flags, verb, install_verb, uninstall_verb, slash](Session& session) {
            if (uninstall_verb->parsed()) {
              for (const char* name : kHookFlagsOfRuns)
                if (is_on_command_line(*verb->get_option(name)))
                  return fail_usage(
                      fmt::format("{}: hook uninstall takes every hook of sotto's "
                                  "away, whatever its flags",
                                  name));
            }
            if (!flags->event.empty() && verb->get_subcommands().size() > 0)
              return fail_usage(slash->parsed()
                                    ? "hook command takes one of off, on, stop and again"
                                    : "EVENT is for `sotto hook` alone");
            if (install_verb->parsed()) return print_or_fail(install(*flags));
            if (uninstall_verb->parsed()) return print_or_fail(uninstall(*flags));
            if (slash->parsed()) {
              return print_or_fail(
                  run_slash_command(socket_flag(flags->socket), flags->slash, flags->session));
            }
            return std::min<int>(hook(*flags, session.projects), kFailed);
          }};
}

}  // namespace sotto::cli
