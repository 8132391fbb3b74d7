// Shared by sessions: the threads that translate and speak for them, the clock of their pauses, and
// who may come in.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "pipeline/job_queue.h"
#include "pipeline/timers.h"

namespace sotto::pipeline {

struct SchedulerOptions {
  size_t translating = 16;  // sentences at once
  size_t speaking = 8;      // the same, each with a voice of its own
  // Sessions that have something to say, at once.
  size_t most_sessions = std::numeric_limits<size_t>::max();
  bool halves = false;  // no caller has more than half of them
  // So long a session waits for its first sentence to be spoken: as long as it takes, if none.
  std::optional<std::chrono::milliseconds> patience = std::chrono::seconds(30);
};

// Options for a program with one session: no session waits for another's, so patience has no limit.
// A network may take minutes on a slow machine, and Ctrl-Z as long as its user likes.
inline SchedulerOptions for_one_session() {
  SchedulerOptions options;
  options.patience.reset();
  return options;
}

// Used by any thread; outlives its sessions.
class Scheduler {
 public:
  explicit Scheduler(const SchedulerOptions& options = {})
      : options(options), translating(options.translating), speaking(options.speaking) {}

  // A session has something to say. False: too many have, of all callers or of this one.
  bool enter(const std::string& caller);
  void leave(const std::string& caller);
  size_t busy() const;  // sessions that have something to say

  const SchedulerOptions options;
  JobQueue translating, speaking;
  Timers timers;

 private:
  mutable std::mutex mutex_;
  size_t busy_ = 0;
  std::map<std::string, size_t> callers_;  // sessions of each
};

}  // namespace sotto::pipeline
