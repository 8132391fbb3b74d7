// Shared by the verbs of the command: how one is called, and how it ends.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "terminal/projects.h"

namespace CLI {
class App;
}

namespace sotto::terminal {

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

// One call of the command.
struct Session {
  std::stop_source stop;  // Ctrl-C, or nobody reads the results any more
  bool quiet = false;
  Projects projects;  // of the configuration
};

struct Verb {
  CLI::App* flags;
  std::function<int(Session&)> run;  // after the flags were parsed; returns the exit code
};

// Says what went wrong in one line on standard error; gives the exit code that belongs to it.
int fail(const Error& error);

// The same for a flag that makes no sense: always wrong usage.
int fail_usage(const std::string& message);

}  // namespace sotto::terminal
