// Latents on their way from one thread to another.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace sotto::speech {

// A ring of at most `capacity` latents, all memory made once. One thread puts, one takes.
class LatentQueue {
 public:
  LatentQueue(size_t capacity, size_t latent_size)
      : size_(latent_size), values_(capacity * latent_size), first_of_chunk_(capacity) {}

  // Waits for room. False: `stop` was set.
  bool put(std::span<const float> latent, bool first_of_chunk, std::stop_token stop);
  void end();  // nothing more comes

  // Waits for latents and appends up to `most` of them, of one chunk, to `out` (cleared before).
  // `first`: they begin a chunk. False: that was all, or `stop` was set.
  bool take(size_t most, std::vector<float>& out, bool& first, std::stop_token stop);

 private:
  size_t capacity() const { return first_of_chunk_.size(); }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  size_t size_;
  std::vector<float> values_;
  std::vector<char> first_of_chunk_;
  size_t begin_ = 0, count_ = 0;
  bool ended_ = false;
};

}  // namespace sotto::speech
