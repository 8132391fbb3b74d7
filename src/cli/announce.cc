// sotto announce: a text for the speaker of a running server.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/utf8.h"
#include "cli/hand_over.h"
#include "cli/project_voice.h"
#include "cli/read_all.h"
#include "cli/socket_flag.h"
#include "cli/verbs.h"
#include "speaker/hook_event.h"
#include "speech/voice.h"
#include "terminal/flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kAnnounceHelp = R"(Examples:
  make; sotto announce "The build is done."
  sotto announce --voice espeak-ng --language en "It is your turn."
  git log -1 --format=%B | sotto announce)";

constexpr size_t kLongestAnnouncement = size_t{1} << 20;  // bytes

struct AnnounceFlags {
  std::string socket = "auto", on_new = "queue", session = "announce", project;
  std::vector<std::string> text;
  speaker::HookOverrides overrides;
  bool start = false;
};

int announce(const AnnounceFlags& f, const terminal::Projects& projects) {
  speaker::HookEvent said;
  said.session = f.session;
  said.project = f.project;
  std::error_code failed;
  said.folder = std::filesystem::current_path(failed);
  if (f.text.empty() || f.text == std::vector<std::string>{"-"}) {
    Result<std::string> input = read_all("-", kLongestAnnouncement, "a text to say");
    if (!input) return fail(input.error());
    said.text = *std::move(input);
  } else {
    said.text = fmt::format("{}", fmt::join(f.text, " "));
  }
  if (trimmed(said.text).empty()) return fail_usage("TEXT is empty, expected something to say");
  const std::filesystem::path socket = socket_flag(f.socket);
  const std::vector requests = {
      speaker::request_of(said, f.on_new, with_project_voice(f.overrides, projects, said))};
  const Result<void> handed = hand_over(socket, requests);
  if (handed) return kDone;
  if (handed.error().code != Errc::not_found || !f.start) return fail(handed.error());
  start_and_hand_over(socket, requests);
  return kDone;
}

}  // namespace

Verb add_announce(CLI::App& app) {
  auto flags = std::make_shared<AnnounceFlags>();
  CLI::App* verb = app.add_subcommand("announce", "Say a text by a running server's speaker");
  verb->footer(kAnnounceHelp);
  verb->add_option("TEXT", flags->text, "What to say; - or none: standard input");
  add_socket_flag(*verb, flags->socket);
  verb->add_option("--on-new", flags->on_new, "What to do while something else is being said")
      ->check(CLI::IsMember({"queue", "interrupt", "drop"}))
      ->capture_default_str();
  verb->add_option("--session", flags->session, "Whose it is, for stop and mute")
      ->type_name("SESSION")
      ->capture_default_str();
  verb->add_option("--project", flags->project, "What it is about, said where others spoke before")
      ->type_name("NAME");
  verb->add_option("--speed,--rate", flags->overrides.speed,
                   "Speed of the voice (default: that of sotto serve)")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate));
  verb->add_option("--voice", flags->overrides.voice, "Voice (default: that of sotto serve)");
  verb->add_option("--language", flags->overrides.language,
                   "Language of the text (default: what sotto serve translates from)");
  add_read_flag(*verb, flags->overrides.read, " (default: that of sotto serve)");
  add_register_flag(*verb, flags->overrides.in_register, " (default: that of sotto serve)");
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  return {verb, [flags](Session& session) { return announce(*flags, session.projects); }};
}

}  // namespace sotto::cli
