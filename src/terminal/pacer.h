// Waits so that something is done so many times a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

namespace sotto::terminal {

// Lines leave at their time, not a fixed pause after the one before: the rate is kept.
class Pacer {
 public:
  Pacer(double lines_per_second, std::stop_token stop)
      : interval_(1 / lines_per_second), stop_(std::move(stop)), next_(Clock::now()) {}

  // Waits for the time of the next line, or for a stop.
  void wait() {
    std::unique_lock lock(mutex_);
    condition_.wait_until(lock, stop_, next_, [] { return false; });
    next_ += std::chrono::duration_cast<Clock::duration>(interval_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::duration<double> interval_;
  std::stop_token stop_;
  Clock::time_point next_;
  std::mutex mutex_;
  std::condition_variable_any condition_;
};

}  // namespace sotto::terminal
