#include "speech/frame_queue.h"

#include <algorithm>

namespace sotto::speech {

bool FrameQueue::put(std::span<const float> frames, bool begins_piece,
                     const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  is_putting_ = true;
  changed_.notify_all();
  for (; !frames.empty(); frames = frames.subspan(size_), begins_piece = false) {
    changed_.wait(lock, stop, [this] { return count_ < capacity(); });
    if (stop.stop_requested()) return false;
    const size_t at = (begin_ + count_) % capacity();
    std::ranges::copy(frames.first(size_), values_.begin() + static_cast<ptrdiff_t>(at * size_));
    begins_piece_[at] = begins_piece;
    ++count_;
    changed_.notify_all();
  }
  changed_.wait(lock, stop, [this] { return may_make_more(); });
  is_putting_ = false;
  return !stop.stop_requested();
}

void FrameQueue::release() {
  const std::lock_guard lock(mutex_);
  taker_ = Taker::is_away;
  changed_.notify_all();
}

void FrameQueue::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

bool FrameQueue::take(size_t most, std::vector<float>& out, bool& begins_piece,
                      const std::stop_token& stop) {
  out.clear();
  std::unique_lock lock(mutex_);
  taker_ = Taker::waits;
  changed_.notify_all();
  changed_.wait(lock, stop, [this] { return may_take() || ended_; });
  taker_ = Taker::computes;
  if (stop.stop_requested() || count_ == 0) return false;
  begins_piece = begins_piece_[begin_] != 0;
  for (size_t taken = 0; taken < most && count_ > 0; ++taken) {
    if (taken > 0 && begins_piece_[begin_] != 0) break;
    const auto from = values_.begin() + static_cast<ptrdiff_t>(begin_ * size_);
    out.insert(out.end(), from, from + static_cast<ptrdiff_t>(size_));
    begin_ = (begin_ + 1) % capacity();
    --count_;
  }
  changed_.notify_all();
  return true;
}

}  // namespace sotto::speech
