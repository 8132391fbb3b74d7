// What the verbs share. Each verb is one file: it declares its flags and returns what runs it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace CLI {
class App;
}

namespace sotto::cli {

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

// One call of the command.
struct Session {
  std::stop_source stop;  // Ctrl-C, or nobody reads the results any more
  bool quiet = false;
};

struct Verb {
  CLI::App* flags;
  std::function<int(Session&)> run;  // after the flags were parsed; returns the exit code
};

Verb add_speak(CLI::App& app);
Verb add_translate(CLI::App& app);
Verb add_say(CLI::App& app);
Verb add_voices(CLI::App& app);
Verb add_voice(CLI::App& app);
Verb add_models(CLI::App& app);
Verb add_info(CLI::App& app);
Verb add_quantize(CLI::App& app);
Verb add_replay(CLI::App& app);
Verb add_bench(CLI::App& app);
Verb add_compare(CLI::App& app);
Verb add_serve(CLI::App& app);
Verb add_hook(CLI::App& app);
Verb add_mcp(CLI::App& app);
std::vector<Verb> add_speaker_verbs(
    CLI::App& app);  // status, stop, skip, again, mute, pause, resume

// Says what went wrong in one line on standard error; gives the exit code that belongs to it.
int fail(const Error& error);

// The same for a flag that makes no sense: always wrong usage.
int fail_usage(const std::string& message);

}  // namespace sotto::cli
