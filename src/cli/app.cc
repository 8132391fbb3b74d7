#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/log.h"
#include "base/paths.h"
#include "bench/verbs.h"
#include "cli/config_file.h"
#include "cli/help_format.h"
#include "cli/verbs.h"

namespace sotto::cli {
namespace {

constexpr const char* kAppHelp = R"(Examples:
  claude -p "fix the failing test" --output-format stream-json \
      --include-partial-messages --verbose | sotto speak --to ja
  sotto translate --to ja < sentences.txt
  sotto say "Hello." --voice espeak-ng -o hello.wav

Every flag has an environment twin (--to is SOTTO_TO) and a key in
~/.config/sotto/config.toml: flag > environment > file > default.)";

// Both --no-repeat-ngram and --no_repeat_ngram are understood.
std::vector<std::string> arguments(int argc, char** argv) {
  // speech-dispatcher names its modules so, and tells them the file of a configuration.
  if (argc > 0 && std::string_view(argv[0]).ends_with("/sd_sotto")) return {"speechd"};
  std::vector<std::string> args(argv + 1, argv + argc);
  for (std::string& arg : args) {
    if (arg == "--") break;
    if (!arg.starts_with("--")) continue;
    const auto end = arg.begin() + static_cast<long>(std::min(arg.find('='), arg.size()));
    std::replace(arg.begin(), end, '_', '-');
  }
  std::reverse(args.begin(), args.end());  // CLI11 takes them from the back
  return args;
}

// SOTTO_NO_REPEAT_NGRAM for --no-repeat-ngram.
std::string variable_of(std::string_view prefix, const std::string& flag) {
  std::string variable = std::string(prefix) + flag;
  for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
  return variable;
}

// A flag that has an old name reads the old one's variable where its own is not set.
void add_environment(CLI::App& app, std::string_view prefix) {
  for (CLI::Option* option : app.get_options()) {
    const auto& names = option->get_lnames();
    if (option->get_group().empty()) continue;  // refused, with a word of its new name
    if (names.empty() || names[0] == "help" || names[0] == "version") continue;
    const std::string now = variable_of(prefix, names[0]);
    const std::string before = variable_of(prefix, names.back());
    option->envname(std::getenv(now.c_str()) == nullptr && std::getenv(before.c_str()) != nullptr
                        ? before
                        : now);
  }
}

// Folders named by the environment. The library does not ask it: a host says so itself.
Folders folders_of_environment() {
  Folders folders;
  folders.models = variable("SOTTO_MODELS_DIR").value_or("");
  folders.voices = variable("SOTTO_VOICES_DIR").value_or("");
  const std::string cache = variable("SOTTO_CACHE").value_or("on");
  folders.keeps = cache != "off" && cache != "false" && cache != "no" && cache != "0";
  return folders;
}

struct Flags {
  bool quiet = false, verbose = false;
  std::string config = (config_folder() / "config.toml").string();
};

int run_verb(CLI::App& app, const std::vector<Verb>& verbs, const Flags& flags) {
  const auto chosen = std::find_if(verbs.begin(), verbs.end(),
                                   [](const Verb& verb) { return verb.flags->parsed(); });
  if (chosen == verbs.end()) return fail_usage("a verb is missing; `sotto --help` lists them");
  const bool must_exist = app.get_option("--config")->count() > 0;
  Session session;
  const Result<void> configured =
      apply_config(flags.config, must_exist, app, *chosen->flags, session.projects);
  if (!configured) return fail(configured.error());
  if (flags.verbose) log::set_level(log::Level::debug);
  if (flags.quiet) log::set_level(log::Level::error);
  session.quiet = flags.quiet;
  return chosen->run(session);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Software that speaks your language: translation and speech, on your own machine.",
               "sotto");
  app.formatter(std::make_shared<HelpFormat>());
  app.footer(kAppHelp);
  app.set_version_flag("--version", "sotto " SOTTO_VERSION);
  Flags flags;
  app.add_flag("-q,--quiet", flags.quiet, "Only errors on standard error");
  app.add_flag("--verbose", flags.verbose, "More on standard error");
  app.add_option("--config", flags.config, "The configuration file")->type_name("FILE");
  std::vector<Verb> verbs = {add_speak(app),        add_translate(app),      add_say(app),
                             add_voices(app),       add_voice(app),          add_models(app),
                             add_pull(app),         add_doctor(app),         add_info(app),
                             add_read(app),         add_quantize(app),       add_replay(app),
                             bench::add_bench(app), bench::add_compare(app), add_serve(app),
                             add_work(app),         add_submit(app),         add_jobs(app),
                             add_hook(app),         add_announce(app),       add_watch(app),
                             add_mcp(app),          add_speechd(app),        add_completion(app),
                             add_manual(app)};
  for (Verb& verb : add_speaker_verbs(app)) verbs.push_back(std::move(verb));
  add_environment(app, "SOTTO_");
  for (const Verb& verb : verbs) {
    verb.flags->fallthrough();  // `sotto speak -q` as well as `sotto -q speak`
    // A rate of events is no rate of speech: one variable cannot mean both.
    add_environment(*verb.flags, verb.flags->get_name() == "replay" ? "SOTTO_REPLAY_" : "SOTTO_");
    // Nor are the events of a hook those of a stream.
    const std::string& name = verb.flags->get_name();
    const char* parts = name == "bench"  ? "SOTTO_BENCH_"
                        : name == "hook" ? "SOTTO_HOOK_"
                                         : "SOTTO_";
    for (CLI::App* part : verb.flags->get_subcommands({})) {
      part->fallthrough();
      add_environment(*part, parts);
    }
  }
  app.require_subcommand(0, 1);
  try {
    app.parse(arguments(argc, argv));
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail_usage(error.what());
  }
  return run_verb(app, verbs, flags);
}

}  // namespace

int run(int argc, char** argv) {
  log::to_stderr(log::Level::warn);
  set_folders(folders_of_environment());
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write, and handled there
  try {
    const int code = parse_and_run(argc, argv);
    // To an agent, 2 from a hook means "do not stop": a wrong flag shall not keep it working.
    const bool is_hook = argc > 1 && std::string_view(argv[1]) == "hook";
    return is_hook && code == kWrongUsage ? kFailed : code;
  } catch (const std::exception& error) {  // memory ran out, or a bug of a library
    return fail({Errc::internal, error.what()});
  }
}

}  // namespace sotto::cli
