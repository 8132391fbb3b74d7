// Watches where in the text the multilingual network speaks, by what some heads look at, and ends
// speech that went astray: frames that linger on the end, go back, or repeat a token.
// Source: chatterbox-tts 0.1.7, alignment_stream_analyzer.py.
#pragma once

#include <span>
#include <vector>

namespace sotto::models::chatterbox {

class AlignmentAnalyzer {
 public:
  // `text`: tokens of it, start and stop included. `stop`: the speech token that ends it.
  AlignmentAnalyzer(int text, int stop) : text_(text), stop_(stop) {}

  enum class Action { none, suppress_stop, force_stop };

  // Before the next token is chosen. `attention`: T3Session::text_attention() of the last rows;
  // `last_token`: the one before, at first the start. What is to be done to the logits is done.
  Action step(std::span<const float> attention, int last_token, std::span<float> logits);

  int text_position() const { return text_position_; }
  bool started() const { return started_; }
  bool complete() const { return completed_at_ >= 0; }

 private:
  std::span<const float> row(int r) const;
  int rows() const { return static_cast<int>(alignment_.size()) / text_; }
  // The first of the columns of a row where it is largest; 0 for none.
  int append(std::span<const float> attention);
  bool has_false_start() const;
  bool lingers() const;
  bool goes_back() const;

  int text_, stop_;
  std::vector<float> alignment_;  // [rows so far, text]
  int frame_ = 0;                 // calls so far
  int text_position_ = 0;
  bool started_ = false;
  int completed_at_ = -1;       // rows there were then
  std::vector<int> generated_;  // the last tokens
};

}  // namespace sotto::models::chatterbox
