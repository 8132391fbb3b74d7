#include "pipeline/timers.h"

#include <algorithm>
#include <utility>

namespace sotto::pipeline {

void Timers::at(Clock::time_point when, const void* owner, std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& s) { run(s); });
  timers_.emplace(when, Timer{owner, std::move(work)});
  changed_.notify_all();
}

void Timers::cancel(const void* owner) {
  std::unique_lock lock(mutex_);
  const auto is_owners = [&](const auto& timer) { return timer.second.owner == owner; };
  do {  // it may have set another one before it ended
    std::erase_if(timers_, is_owners);
    changed_.wait(lock, [&] { return running_ != owner; });
  } while (std::ranges::any_of(timers_, is_owners));
}

void Timers::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (timers_.empty()) {
      changed_.wait(lock, stop, [&] { return !timers_.empty(); });
      continue;
    }
    const Clock::time_point when = timers_.begin()->first;
    if (when > Clock::now()) {
      const auto changed = [&] { return timers_.empty() || timers_.begin()->first != when; };
      changed_.wait_until(lock, stop, when, changed);
      continue;
    }
    const Timer timer = std::move(timers_.begin()->second);
    timers_.erase(timers_.begin());
    running_ = timer.owner;
    lock.unlock();
    timer.work();
    lock.lock();
    running_ = nullptr;
    changed_.notify_all();
  }
}

void Timers::end() {
  std::jthread thread;  // joined behind the lock
  const std::lock_guard lock(mutex_);
  thread = std::move(thread_);
}

}  // namespace sotto::pipeline
