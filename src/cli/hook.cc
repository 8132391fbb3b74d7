// sotto hook: what an agent's session says, handed to a running server.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/log.h"
#include "base/program.h"
#include "cli/heard_once.h"
#include "cli/hook_settings.h"
#include "cli/sealed_file.h"
#include "cli/service_file.h"
#include "cli/slash_command.h"
#include "cli/socket_flag.h"
#include "cli/start_server.h"
#include "cli/verbs.h"
#include "net/local_client.h"
#include "pipeline/byte_source.h"
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
  sotto hook install                    # Stop and Notification, in the settings of Claude Code
  sotto hook install --events MessageDisplay,Stop,Notification
  sotto hook install --command          # /sotto off, on, stop and again in a session
  sotto hook install --service -- --to ja --voice open-jtalk:mei
  echo '{"hook_event_name": "Notification", "message": "It is your turn."}' | sotto hook
  sotto hook uninstall)";

constexpr size_t kMaxEventBytes = size_t{4} << 20;

struct HookFlags {
  std::string socket = "auto", on_new = "queue", settings, events = "Stop,Notification";
  std::optional<double> speed;
  std::string read, in_register;
  std::string slash, session;  // of `command`
  std::vector<std::string> serve_flags;
  bool start = false, command = false, service = false;
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

// A message that was dropped or muted, as asked for, counts as accepted.
Result<void> hand_over(const fs::path& socket, const std::vector<speaker::HookRequest>& requests) {
  for (const speaker::HookRequest& request : requests) {
    const auto answer = net::ask_server(socket, request.path, request.json, net::kServerPatience);
    if (!answer) return answer.error();
    if (answer->status == 202 || answer->status == 200) continue;
    return Error{Errc::io, fmt::format("the server refused what was to be said: {}",
                                       net::refusal_of(*answer))};
  }
  return {};
}

// In a process of its own, which the agent does not wait for: starts a server and tells it.
void start_and_hand_over(const fs::path& socket,
                         const std::vector<speaker::HookRequest>& requests) {
  if (::fork() != 0) return;
  ::setsid();
  close_standard_streams();
  const bool told = start_server(socket) && hand_over(socket, requests);
  if (!told) say_once("sotto: the server does not start.");
  ::_exit(told ? 0 : 1);
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
int hook(const HookFlags& f) {
  const Result<std::string> input = read_event();
  if (!input) return fail(input.error());
  const auto event = speaker::read_hook_event(*input);
  if (!event) return fail(event.error());
  if (!*event) return kDone;
  const fs::path socket = socket_flag(f.socket);
  const auto events = events_of(**event);
  if (!events) return fail(events.error());
  std::vector<speaker::HookRequest> requests;
  for (const speaker::HookEvent& e : *events)
    requests.push_back(speaker::request_of(
        e, f.on_new, {.speed = f.speed, .read = f.read, .in_register = f.in_register}));
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

std::string own_name() {
  const fs::path program = own_program();
  return program.empty() ? "sotto" : program.string();
}

std::string own_hook(const HookFlags& f) {
  const std::string program = quoted(own_name()) + " hook";
  if (f.socket == "auto") return program;
  return program + " --socket " + quoted(fs::absolute(f.socket).string());
}

// The command of a hook, with what `sotto hook` was told beside install.
std::string own_command(const HookFlags& f) {
  std::string command = own_hook(f);
  if (f.on_new != "queue") command += " --on-new " + f.on_new;
  if (f.speed) command += fmt::format(" --speed {}", *f.speed);
  if (!f.read.empty()) command += " --read " + quoted(f.read);
  if (!f.in_register.empty()) command += " --register " + f.in_register;
  return command + (f.start ? " --start" : "");
}

fs::path settings_of(const HookFlags& f) {
  return f.settings.empty() ? default_settings() : fs::path(f.settings);
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

// Flags that make no sense are found before anything is written.
Result<void> check_install(const HookFlags& f) {
  if (const Result<void> known = check_events(split_list(f.events)); !known) return known.error();
  if (!f.service && !f.serve_flags.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: is not for hook install; flags of `sotto serve` stand behind "
                             "--service --",
                             f.serve_flags.front())};
  }
  return f.service ? check_serve_flags(f.serve_flags) : Result<void>();
}

Result<std::string> install(const HookFlags& f) {
  if (const Result<void> checked = check_install(f); !checked) return checked.error();
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
  const std::vector<std::string> events = split_list(f.events);
  const Result<bool> changed = install_hooks(settings_of(f), events, own_command(f));
  if (!changed) return changed.error();
  return done + line_of(settings_of(f), *changed,
                        fmt::format("installed for {}", fmt::join(events, ", ")));
}

Result<std::string> remove_file(const fs::path& file, const std::string& then) {
  const Result<Removal> removal = remove_sealed(file);
  if (!removal) return removal.error();
  if (*removal == Removal::none) return std::string();
  if (*removal == Removal::removed) return fmt::format("{}: removed{}", file.string(), then);
  return fmt::format("{}: was changed, and stays\n", file.string());
}

Result<std::string> uninstall(const HookFlags& f) {
  const fs::path settings = settings_of(f);
  const Result<bool> changed = uninstall_hooks(settings);
  if (!changed) return changed.error();
  std::string done = line_of(settings, *changed, "uninstalled");
  if (const fs::path backup = settings_backup(settings); !backup.empty()) {
    done += fmt::format(
        "{}: stays; it has the settings before sotto's last change, with any keys "
        "in them\n",
        backup.string());
  }
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

int print_or_fail(const Result<std::string>& done) {
  return done ? print_result(*done) : fail(done.error());
}

void add_install_flags(CLI::App& app, HookFlags& f) {
  app.add_option(
         "--events", f.events,
         "Of Stop, SubagentStop, Notification, MessageDisplay (or PreToolUse, where Claude Code "
         "is older: what was written before a tool is called), and UserPromptSubmit, by which a "
         "new prompt silences the old answer; other events lose the hook")
      ->capture_default_str();
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
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  CLI::App* install_verb = verb->add_subcommand("install", "Add it to an agent's settings");
  CLI::App* uninstall_verb =
      verb->add_subcommand("uninstall", "Take it out of an agent's settings");
  for (CLI::App* part : {install_verb, uninstall_verb}) {
    part->fallthrough();
    part->add_option("--settings", flags->settings,
                     "The settings file (default: ~/.claude/settings.json)")
        ->type_name("FILE");
  }
  add_install_flags(*install_verb, *flags);
  CLI::App* slash = add_slash_command(*verb, *flags);
  return {verb, [flags, verb, install_verb, uninstall_verb, slash](Session&) {
            if (uninstall_verb->parsed()) {
              for (const char* name :
                   {"--socket", "--on-new", "--speed", "--read", "--register", "--start"})
                if (is_on_command_line(*verb->get_option(name)))
                  return fail_usage(
                      fmt::format("{}: hook uninstall takes every hook of sotto's "
                                  "away, whatever its flags",
                                  name));
            }
            if (install_verb->parsed()) return print_or_fail(install(*flags));
            if (uninstall_verb->parsed()) return print_or_fail(uninstall(*flags));
            if (slash->parsed()) {
              return print_or_fail(
                  run_slash_command(socket_flag(flags->socket), flags->slash, flags->session));
            }
            return std::min<int>(hook(*flags), kFailed);
          }};
}

}  // namespace sotto::cli
