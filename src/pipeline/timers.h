// Calls at a later time: pauses and limits of all sessions, on one thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sotto::pipeline {

// Used by any thread. The thread is made with the first timer.
class Timers {
 public:
  using Clock = std::chrono::steady_clock;

  Timers() = default;
  ~Timers() { end(); }
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

  // Calls `work` once, at that time or soon afterwards; it is short, and throws nothing. Throws
  // where memory or threads run out.
  void at(Clock::time_point when, const void* owner, std::function<void()> work);

  // No work of that owner is done any more; where some is being done, waits for its end. Not from
  // within it.
  void cancel(const void* owner);

 private:
  struct Timer {
    const void* owner;
    std::function<void()> work;
  };
  void run(const std::stop_token& stop);
  void end();

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::multimap<Clock::time_point, Timer> timers_;
  const void* running_ = nullptr;  // the owner whose work is being done
  std::jthread thread_;
};

}  // namespace sotto::pipeline
