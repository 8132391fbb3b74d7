#include "speech/latent_queue.h"

#include <algorithm>

namespace sotto::speech {

bool LatentQueue::put(std::span<const float> latent, bool first_of_chunk, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return count_ < capacity(); })) return false;
  const size_t at = (begin_ + count_) % capacity();
  std::copy(latent.begin(), latent.end(), values_.begin() + static_cast<ptrdiff_t>(at * size_));
  first_of_chunk_[at] = first_of_chunk;
  ++count_;
  changed_.notify_all();
  return true;
}

void LatentQueue::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

bool LatentQueue::take(size_t most, std::vector<float>& out, bool& first, std::stop_token stop) {
  out.clear();
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return count_ > 0 || ended_; })) return false;
  if (count_ == 0) return false;
  first = first_of_chunk_[begin_] != 0;
  for (size_t taken = 0; taken < most && count_ > 0; ++taken) {
    if (taken > 0 && first_of_chunk_[begin_] != 0) break;
    const auto from = values_.begin() + static_cast<ptrdiff_t>(begin_ * size_);
    out.insert(out.end(), from, from + static_cast<ptrdiff_t>(size_));
    begin_ = (begin_ + 1) % capacity();
    --count_;
  }
  changed_.notify_all();
  return true;
}

}  // namespace sotto::speech
