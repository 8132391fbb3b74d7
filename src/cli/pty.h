// A command in a terminal of its own, between it and ours.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::cli {

struct TerminalSize {
  unsigned short columns = 80, rows = 24;
};

// The size of this process's terminal; the default where it has none.
TerminalSize terminal_size();

// Told to a watcher, on the thread that runs the command.
struct PtyEvents {
  std::function<void(std::string_view)> wrote;  // what has gone to our standard output, too
  std::function<void(TerminalSize)> resized;
  std::function<void()> passed;  // a tick: at least every 100 ms
};

// Runs a command in a pseudo-terminal. What it writes goes to standard output byte for byte, what
// comes on standard input goes to it; our terminal is raw meanwhile, and what it was afterwards.
// Signals that end a program are passed on to the command.
class PtyRun {
 public:
  // Starts it. No other threads may be there.
  static Result<PtyRun> start(const std::vector<std::string>& command);
  PtyRun(PtyRun&& other) noexcept;
  PtyRun& operator=(PtyRun&&) = delete;
  PtyRun(const PtyRun&) = delete;
  ~PtyRun();  // hangs up

  // Until the command ends; returns its exit code, or 128 + the signal that ended it.
  Result<int> run(const PtyEvents& events);

 private:
  PtyRun(int terminal, pid_t child) : terminal_(terminal), child_(child) {}
  bool pass_output(const PtyEvents& events);
  void pass_input();
  void send_input();
  bool obey_signals(const PtyEvents& events);

  int terminal_;
  pid_t child_;
  std::string input_;  // that the command has not taken yet
  bool has_input_ = true, can_write_ = true;
  int status_ = 0;
};

}  // namespace sotto::cli
