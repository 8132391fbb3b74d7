#include "net/gate.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sotto::net {
namespace {

int half_of(int places) { return std::max(1, places / 2); }

}  // namespace

std::optional<Gate::Pass> Gate::enter(const std::string& caller, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool at_once = may_enter(caller) && next() == nullptr;
  if (!at_once) {
    const auto own = callers_.find(caller);
    const int before = own == callers_.end() ? 0 : own->second.waiting;
    if (std::ssize(waiting_) >= limits_.waiting) return std::nullopt;
    if (limits_.halves && before >= half_of(limits_.waiting)) return std::nullopt;
  }
  ++callers_[caller].waiting;
  const auto place = waiting_.insert(waiting_.end(), &caller);
  const bool entered = moved_.wait_for(lock, stop, limits_.patience,
                                       [&] { return may_enter(caller) && next() == *place; });
  waiting_.erase(place);
  --callers_[caller].waiting;
  moved_.notify_all();  // another one is the first in the line
  if (!entered || stop.stop_requested()) {
    forget(caller);
    return std::nullopt;
  }
  ++inside_;
  ++callers_[caller].inside;
  return std::optional<Pass>(std::in_place, *this, caller);
}

bool Gate::may_enter(const std::string& caller) const {
  if (inside_ >= limits_.inside) return false;
  const auto own = callers_.find(caller);
  return !limits_.halves || own == callers_.end() || own->second.inside < half_of(limits_.inside);
}

// The first in the line who may go in; null: nobody waits who may. Who has his share already keeps
// nobody back.
const std::string* Gate::next() const {
  const auto first =
      std::ranges::find_if(waiting_, [&](const auto* caller) { return may_enter(*caller); });
  return first == waiting_.end() ? nullptr : *first;
}

void Gate::leave(const std::string& caller) {
  const std::lock_guard lock(mutex_);
  --inside_;
  --callers_[caller].inside;
  forget(caller);
  moved_.notify_all();
}

void Gate::forget(const std::string& caller) {
  const auto own = callers_.find(caller);
  if (own != callers_.end() && own->second.inside == 0 && own->second.waiting == 0)
    callers_.erase(own);
}

int Gate::inside() const {
  const std::lock_guard lock(mutex_);
  return inside_;
}

int Gate::waiting() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(waiting_.size());
}

}  // namespace sotto::net
