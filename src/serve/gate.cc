#include "serve/gate.h"

#include <iterator>
#include <utility>

namespace sotto::serve {

std::optional<Gate::Pass> Gate::enter(const std::string& caller, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool at_once = inside_ < limits_.inside && waiting_.empty();
  if (!at_once && std::ssize(waiting_) >= limits_.waiting) return std::nullopt;
  int& own = callers_[caller];
  if (limits_.of_one_caller > 0 && own >= limits_.of_one_caller) return std::nullopt;
  ++own;
  const auto place = waiting_.insert(waiting_.end(), &caller);
  const auto is_next = [&] { return inside_ < limits_.inside && place == waiting_.begin(); };
  const bool entered = moved_.wait_for(lock, stop, limits_.patience, is_next);
  waiting_.erase(place);
  moved_.notify_all();  // another one is the first in the line
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
  return static_cast<int>(waiting_.size());
}

}  // namespace sotto::serve
