#include "cli/slash_command.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/sealed_file.h"
#include "cli/speaker_verbs.h"
#include "speaker/hook_event.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

// A custom command of Claude Code: !`...` is run, and its output becomes part of the prompt.
constexpr const char* kTemplate = R"(---
# Written by `sotto hook install --command` {1}; `sotto hook uninstall` removes it while it is unchanged.
description: Mute this session (off), hear it again (on), silence it (stop), say the last message once more (again)
argument-hint: off | on | stop | again
allowed-tools: Bash({0} command:*)
disable-model-invocation: true
---

!`{0} command --session "${{CLAUDE_SESSION_ID}}" $ARGUMENTS`

The user has done this already. Answer with the line above and nothing else; use no tools.
)";

}  // namespace

fs::path slash_command_file(const fs::path& settings) {
  return fs::absolute(settings).parent_path() / "commands" / "sotto.md";
}

std::string slash_command(const std::string& program) {
  return sealed(fmt::format(kTemplate, program, kSeal));
}

Result<std::string> run_slash_command(const fs::path& socket, const std::string& what,
                                      const std::string& session) {
  std::error_code failed;
  const std::string who = session.empty() ? speaker::project_of(fs::current_path(failed)) : session;
  const auto tell = [&](const char* path, const nlohmann::json& fields, const char* done) {
    const Result<void> told = tell_speaker(socket, path, fields);
    return told ? Result<std::string>(done) : told.error();
  };
  if (who.empty())
    return Error{Errc::bad_argument, "--session: is empty, expected the name of a session"};
  if (what == "off")
    return tell("mute", {{"session", who}, {"muted", true}}, "This session is not heard any more.");
  if (what == "on")
    return tell("mute", {{"session", who}, {"muted", false}}, "This session is heard again.");
  if (what == "stop") return tell("stop", {{"session", who}}, "Stopped.");
  if (what == "again") return tell("again", nlohmann::json::object(), "Once more.");
  return Error{Errc::bad_argument,
               fmt::format("/sotto: is {:?}, expected off, on, stop or again", what)};
}

}  // namespace sotto::cli
