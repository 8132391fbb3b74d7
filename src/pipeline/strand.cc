#include "pipeline/strand.h"

#include <chrono>
#include <thread>

namespace sotto::pipeline {

void Strand::wake() noexcept {
  {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    if (is_added_) return;
    is_added_ = true;
  }
  add();
}

// If memory has run out, others give it back in a moment; a call that was lost would never come
// again.
void Strand::add() noexcept {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kMoment{10};
  for (int i = 0; i < kTries; ++i) {
    // Moved on: who calls may hold a lock that the end of the object needs.
    std::shared_ptr<Strand> self = weak_from_this().lock();
    if (self == nullptr) break;
    try {
      return queue_.add(this, caller_, [self = std::move(self)] { self->run(); });
    } catch (...) {
      std::this_thread::sleep_for(kMoment);
    }
  }
  const std::lock_guard lock(mutex_);
  is_added_ = false;
}

void Strand::run() noexcept {
  {
    const std::lock_guard lock(mutex_);
    is_woken_ = false;
  }
  work();
  {
    const std::lock_guard lock(mutex_);
    is_added_ = is_woken_;
    if (!is_added_) return;
  }
  add();
}

}  // namespace sotto::pipeline
