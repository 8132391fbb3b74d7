#include "speaker/message_feed.h"

#include <exception>
#include <utility>

#include "base/failure.h"

namespace sotto::speaker {
namespace {

constexpr size_t kMostAtOnce = 4096;  // bytes

}  // namespace

MessageFeed::~MessageFeed() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  if (jobs_.remove(job_)) working_ = false;
  changed_.wait(lock, [&] { return !working_; });
}

void MessageFeed::look() noexcept {
  const std::lock_guard lock(mutex_);
  looks_again_ = true;
  if (!working_ && !closed_) start();
}

// Under mutex_.
void MessageFeed::start() noexcept {
  try {
    jobs_.add(job_);
    working_ = true;
  } catch (...) {
    session_.give_up(error_of(std::current_exception()));
  }
}

// Until there is no more text, or no room for it: who has some looks again.
void MessageFeed::work() noexcept {
  try {
    {
      const std::lock_guard lock(mutex_);
      looks_again_ = false;
    }
    while (has_next()) {
      piece_.erase(0, session_.try_push(piece_));
      if (!piece_.empty()) break;
    }
  } catch (...) {
    session_.give_up(error_of(std::current_exception()));
  }
  const std::lock_guard lock(mutex_);
  working_ = false;
  if (looks_again_ && !closed_) start();
  changed_.notify_all();
}

bool MessageFeed::has_next() {
  if (!piece_.empty()) return true;
  if (has_end_) return false;
  Text text = next_(kMostAtOnce);
  piece_ = std::move(text.bytes);
  if (piece_.empty() && text.is_end) {
    has_end_ = true;
    session_.finish();
  }
  return !piece_.empty();
}

}  // namespace sotto::speaker
