// Frames (latents, codes or sound) on their way from one thread to another.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace sotto::speech {

// A ring of at most `capacity` frames, all memory made once. One thread puts, one takes. A text is
// said in pieces; frames of two of them are never taken together. `in_turns`: only one of the two
// computes at a time, and the taker goes first; it computes from take() to release().
class FrameQueue {
 public:
  FrameQueue(size_t capacity, size_t frame_size, bool in_turns = false)
      : in_turns_(in_turns),
        size_(frame_size),
        values_(capacity * frame_size),
        begins_piece_(capacity) {}

  // Whole frames of one piece, any number. Waits for room. False: `stop` was set.
  bool put(std::span<const float> frames, bool begins_piece, const std::stop_token& stop);
  void end();  // nothing more comes

  // Waits for frames and gives up to `most` of them, of one piece, in `out`. `begins_piece`: its
  // first ones. False: that was all, or `stop` was set.
  bool take(size_t most, std::vector<float>& out, bool& begins_piece, const std::stop_token& stop);
  void release();  // what was taken has been computed with

 private:
  enum class Taker { is_away, waits, computes };

  size_t capacity() const { return begins_piece_.size(); }
  bool may_take() const { return count_ > 0 && (!in_turns_ || is_putting_ || ended_); }
  bool may_make_more() const {
    return !in_turns_ || taker_ == Taker::is_away || (taker_ == Taker::waits && count_ == 0);
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  const bool in_turns_;
  Taker taker_ = Taker::waits;
  bool is_putting_ = false;
  size_t size_;
  std::vector<float> values_;
  std::vector<char> begins_piece_;
  size_t begin_ = 0, count_ = 0;
  bool ended_ = false;
};

}  // namespace sotto::speech
