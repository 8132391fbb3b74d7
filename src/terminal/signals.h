// Ctrl-C and SIGTERM.
#pragma once

#include <stop_token>
#include <thread>

namespace sotto::terminal {

// While it lives, the first signal sets the stop token and the second ends the process at once.
// Without it a signal ends the process as usual. One at a time.
class Signals {
 public:
  explicit Signals(std::stop_source stop);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // The exit code that says which signal came: 128 + its number. 0: none came.
  int exit_code() const;

 private:
  int pipe_[2];
  std::thread watcher_;
};

}  // namespace sotto::terminal
