// Frames (latents, codes or sound) on their way from one thread to another.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace sotto::speech {

// A ring of at most `capacity` frames, all memory made once. One thread puts, one takes. A text is
// said in pieces; frames of two of them are never taken together.
class FrameQueue {
 public:
  FrameQueue(size_t capacity, size_t frame_size)
      : size_(frame_size), values_(capacity * frame_size), begins_piece_(capacity) {}

  // Whole frames of one piece, any number. Waits for room. False: `stop` was set.
  bool put(std::span<const float> frames, bool begins_piece, const std::stop_token& stop);
  void end();  // nothing more comes

  // Waits for frames and gives up to `most` of them, of one piece, in `out`. `begins_piece`: its
  // first ones. False: that was all, or `stop` was set.
  bool take(size_t most, std::vector<float>& out, bool& begins_piece, const std::stop_token& stop);

 private:
  size_t capacity() const { return begins_piece_.size(); }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  size_t size_;
  std::vector<float> values_;
  std::vector<char> begins_piece_;
  size_t begin_ = 0, count_ = 0;
  bool ended_ = false;
};

}  // namespace sotto::speech
