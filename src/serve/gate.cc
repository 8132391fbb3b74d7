#include "serve/gate.h"

#include <utility>

namespace sotto::serve {

std::optional<Gate::Pass> Gate::enter(const std::string& caller, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool at_once = inside_ < limits_.inside && waiting_ == 0;
  if (!at_once && waiting_ >= limits_.waiting) return std::nullopt;
  int& own = callers_[caller];
  if (limits_.of_one_caller > 0 && own >= limits_.of_one_caller) return std::nullopt;
  ++own;
  ++waiting_;
  const auto has_room = [&] { return inside_ < limits_.inside; };
  const bool entered = moved_.wait_for(lock, stop, limits_.patience, has_room);
  --waiting_;
  if (!entered || stop.stop_requested()) {
    uncount(caller);
    return std::nullopt;
  }
  ++inside_;
  return std::optional<Pass>(std::in_place, *this, caller);
}

void Gate::leave(const std::string& caller) {
  const std::lock_guard lock(mutex_);
  --inside_;
  uncount(caller);
  moved_.notify_all();
}

void Gate::uncount(const std::string& caller) {
  const auto own = callers_.find(caller);
  if (own != callers_.end() && --own->second == 0) callers_.erase(own);
}

int Gate::inside() const {
  const std::lock_guard lock(mutex_);
  return inside_;
}

int Gate::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

}  // namespace sotto::serve
