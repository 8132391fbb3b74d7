// sotto status, stop, skip, again, mute, pause, resume: what a running server's speaker does.
#include "cli/speaker_verbs.h"
#include "base/json.h"
#include "cli/socket_flag.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "cli/verbs.h"
#include "net/local_client.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

using nlohmann::json;

struct SpeakerFlags {
  std::string socket = "auto", session;
  bool off = false;
};

int tell(const SpeakerFlags& f, const char* what, const json& fields) {
  const Result<void> told = tell_speaker(socket_flag(f.socket), what, fields);
  return told ? int{kDone} : fail(told.error());
}

std::string short_name(const std::string& session) {
  constexpr size_t kShort = 8;
  return session.empty() ? "-" : printable(session.substr(0, kShort));
}

// speaking  3f2a9c01  sotto  All tests pass.
std::string line_of(const char* what, const json& message) {
  const std::string project = message.value("project", "");
  return fmt::format("{}\t{}\t{}\t{}\n", what, short_name(message.value("session", "")),
                     project.empty() ? "-" : printable(project),
                     printable(message.value("text", "")));
}

// Empty where speech never had to keep up.
std::string caught_up_line(const json& state) {
  const auto number = [&](const char* key, double otherwise) {
    const auto found = state.find(key);
    return found != state.end() && found->is_number() ? found->get<double>() : otherwise;
  };
  const double passed_over = number("passed_over", 0), tempo = number("most_tempo", 1);
  if (passed_over == 0 && tempo == 1) return "";
  return fmt::format(
      "kept up\t{:.0f} announcements passed over\t{:.1f} s behind\t{:.2f} times the speed\n",
      passed_over, number("most_lag_s", 0), tempo);
}

int status(const SpeakerFlags& f) {
  const auto answer =
      net::ask_server(socket_flag(f.socket), "/v1/speaker", "", net::kServerPatience);
  if (!answer) return fail(answer.error());
  const json state = exact_json(answer->body);
  if (answer->status != 200 || !state.is_object()) {
    return fail({Errc::io, fmt::format("the server refused to say what it does: {}",
                                       net::refusal_of(*answer))});
  }
  const bool paused = state.value("paused", false);
  std::string out;
  if (const json current = state.value("current", json()); current.is_object()) {
    out += line_of(paused ? "paused" : "speaking", current);
  } else {
    out += paused ? "paused\n" : "silent\n";
  }
  if (state.value("quiet", false)) out += "quiet\tsomebody records\n";
  for (const json& message : state.value("messages", json::array()))
    out += line_of("waiting", message);
  for (const json& name : state.value("muted", json::array()))
    out += fmt::format("muted\t{}\n", printable(name.get<std::string>()));
  out += caught_up_line(state);
  return print_result(out);
}

Verb add_one(CLI::App& app, const char* what, const char* description, const char* session,
             bool must_name, std::function<int(const SpeakerFlags&)> run) {
  auto flags = std::make_shared<SpeakerFlags>();
  CLI::App* verb = app.add_subcommand(what, description);
  add_socket_flag(*verb, flags->socket);
  if (session != nullptr) {
    CLI::Option* option = verb->add_option("--session", flags->session, session);
    option->type_name("SESSION")->required(must_name);
  }
  if (must_name) verb->add_flag("--off", flags->off, "It is heard again");
  return {verb, [flags, run](Session&) { return run(*flags); }};
}

}  // namespace

Result<void> tell_speaker(const std::filesystem::path& socket, const char* what,
                          const json& fields) {
  const auto answer = net::ask_server(socket, fmt::format("/v1/{}", what), dumped_sorted(fields),
                                      net::kServerPatience);
  if (!answer) return answer.error();
  if (answer->status == 200) return {};
  return Error{Errc::io,
               fmt::format("the server refused to {}: {}", what, net::refusal_of(*answer))};
}

std::vector<Verb> add_speaker_verbs(CLI::App& app) {
  using Flags = const SpeakerFlags&;
  const auto plain = [&](const char* what, const char* description) {
    return add_one(app, what, description, nullptr, false,
                   [what](Flags f) { return tell(f, what, json::object()); });
  };
  return {add_one(app, "status", "Say what the server's speaker says, and what waits", nullptr,
                  false, status),
          add_one(app, "stop", "Silence the server's speaker, and forget what waits",
                  "Only this one: its name, the first 8 characters of it, or its project", false,
                  [](Flags f) {
                    return tell(f, "stop", {{"session", f.session}});
                  }),
          plain("skip", "End what is being said, and go on with what waits"),
          plain("again", "Say once more what was said last"),
          add_one(app, "mute", "Say nothing of a session from now on",
                  "Its name, the first 8 characters of it, or its project", true,
                  [](Flags f) {
                    return tell(f, "mute", {{"session", f.session}, {"muted", !f.off}});
                  }),
          plain("pause", "Hold the server's speaker"),
          plain("resume", "Let the server's speaker go on")};
}

}  // namespace sotto::cli
