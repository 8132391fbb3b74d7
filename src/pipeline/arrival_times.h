// When the text of a sentence began to arrive, although a sentence does not know where in the
// stream it stood.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace sotto::pipeline {

using Clock = std::chrono::steady_clock;

// Keeps the Markdown of the current block with the time of each piece, and looks each sentence up
// by its first and last word. Where markup hides them, the answer is the time of the first text
// behind the previous sentence. Memory is bounded.
class ArrivalTimes {
 public:
  // A piece of the block's Markdown arrived.
  void arrived(std::string_view markdown, Clock::time_point when);

  // The time of the first byte of `sentence`, the next one of the block.
  Clock::time_point received(std::string_view sentence);

  // The next text belongs to another block.
  void end_block();

 private:
  void forget(size_t bytes);

  std::string text_;  // behind the previous sentence
  // First byte of each piece, as an offset into text_, and its time.
  std::deque<std::pair<size_t, Clock::time_point>> pieces_;
  Clock::time_point last_;
};

}  // namespace sotto::pipeline
