#include "pipeline/strand.h"

#include <chrono>
#include <system_error>
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

void Strand::add() noexcept {
  self_ = weak_from_this().lock();
  if (self_ != nullptr && enter_queue()) return;
  // No thread at all can be made, or this object ends.
  self_.reset();
  const std::lock_guard lock(mutex_);
  is_added_ = false;
}

// The queue makes its first thread with its first job. Where the system has none to give, others
// give some back in a moment; a call that was lost would never come again.
bool Strand::enter_queue() noexcept {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kMoment{10};
  for (int i = 0; i < kTries; ++i) {
    try {
      queue_.add(*this);
      return true;
    } catch (const std::system_error&) {
      std::this_thread::sleep_for(kMoment);
    }
  }
  return false;
}

void Strand::run() noexcept {
  const std::shared_ptr<Strand> self = std::move(self_);  // which may end behind this
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
