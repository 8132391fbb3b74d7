#include "pipeline/pause_timer.h"

namespace sotto::pipeline {

void PauseTimer::note() {
  waiting_ = true;
  noted_ = Clock::now();
  changed_.notify_all();
}

void PauseTimer::close() {
  closed_ = true;
  changed_.notify_all();
}

void PauseTimer::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, stop, [&] { return waiting_ || closed_; });
    if (closed_ || stop.stop_requested()) return;
    const Clock::time_point noted = noted_;
    const auto is_over = [&] { return closed_ || noted_ != noted; };
    const bool went_on = changed_.wait_until(lock, stop, noted + patience_, is_over);
    if (went_on || stop.stop_requested()) continue;
    waiting_ = false;
    on_pause_();
  }
}

}  // namespace sotto::pipeline
