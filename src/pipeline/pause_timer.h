// Notices that a stream has fallen silent.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

#include "pipeline/arrival_times.h"

namespace sotto::pipeline {

// One thread works on what comes and holds the timer meanwhile; another one runs it.
class PauseTimer {
 public:
  // `on_pause` is called once, with the timer held, when nothing was noted for so long.
  PauseTimer(std::chrono::milliseconds patience, std::function<void()> on_pause)
      : patience_(patience), on_pause_(std::move(on_pause)) {}

  // No pause begins while somebody holds it.
  [[nodiscard]] std::unique_lock<std::mutex> hold() { return std::unique_lock(mutex_); }

  // Something has come, and the work on it is done: from now on it may be a pause. Held.
  void note();

  // No pause any more. Held.
  void close();

  // Returns when it is closed, or `stop` is set.
  void run(const std::stop_token& stop);

 private:
  const std::chrono::milliseconds patience_;
  const std::function<void()> on_pause_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool waiting_ = false, closed_ = false;
  Clock::time_point noted_;
};

}  // namespace sotto::pipeline
