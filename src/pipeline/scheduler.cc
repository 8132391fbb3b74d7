#include "pipeline/scheduler.h"

#include <algorithm>

namespace sotto::pipeline {

bool Scheduler::enter(const std::string& caller) {
  const std::lock_guard lock(mutex_);
  if (busy_ >= options.most_sessions) return false;
  const size_t share =
      options.halves ? std::max<size_t>(1, options.most_sessions / 2) : options.most_sessions;
  const auto own = callers_.try_emplace(caller).first;
  if (own->second >= share) return false;
  ++own->second;
  ++busy_;
  return true;
}

void Scheduler::leave(const std::string& caller) {
  const std::lock_guard lock(mutex_);
  --busy_;
  const auto own = callers_.find(caller);
  if (own != callers_.end() && --own->second == 0) callers_.erase(own);
}

size_t Scheduler::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

}  // namespace sotto::pipeline
