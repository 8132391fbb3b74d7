#include "models/chatterbox/alignment.h"

#include <algorithm>
#include <numeric>

namespace sotto::models::chatterbox {
namespace {

// Columns from the end of the text: the stop is seldom looked at, the token before it is often a
// mark, and in short texts nothing is known.
constexpr int kLastTokens = 3, kFarTokens = 5, kFirstTokens = 4;
constexpr int kBack = -4, kForth = 7;  // changes of the position that are believed lie between
constexpr float kFalseStart = 0.1f, kFirmStart = 0.5f;
constexpr float kTooLong = 5;  // frames' worth of attention, 200 ms
constexpr float kNever = -32768, kAlways = 32768;
constexpr size_t kRemembered = 3;

}  // namespace

std::span<const float> AlignmentAnalyzer::row(int r) const {
  const auto size = static_cast<size_t>(text_);
  return std::span(alignment_).subspan(static_cast<size_t>(r) * size, size);
}

// Text ahead of the frames so far cannot be spoken yet.
int AlignmentAnalyzer::append(std::span<const float> attention) {
  for (size_t i = 0; i < attention.size(); ++i) {
    const int column = static_cast<int>(i) % text_;
    alignment_.push_back(column > frame_ ? 0 : attention[i]);
  }
  const std::span<const float> last = row(rows() - 1);
  return static_cast<int>(std::ranges::max_element(last) - last.begin());
}

// Far from where speech begins, or nowhere near it.
bool AlignmentAnalyzer::has_false_start() const {
  float far = 0, near = 0;
  for (int r = 0; r < rows(); ++r) {
    const std::span<const float> a = row(r);
    for (int c = 0; c < std::min(kFirstTokens, text_); ++c)
      near = std::max(near, a[static_cast<size_t>(c)]);
    for (int c = std::max(0, text_ - 2); c < text_ && r >= rows() - 2; ++c)
      far = std::max(far, a[static_cast<size_t>(c)]);
  }
  return far > kFalseStart || near < kFirmStart;
}

bool AlignmentAnalyzer::lingers() const {
  for (int c = std::max(0, text_ - kLastTokens); c < text_; ++c) {
    float sum = 0;
    for (int r = completed_at_; r < rows(); ++r) sum += row(r)[static_cast<size_t>(c)];
    if (sum >= kTooLong) return true;
  }
  return false;
}

bool AlignmentAnalyzer::goes_back() const {
  if (text_ <= kFarTokens) return false;
  float sum = 0;
  for (int r = completed_at_; r < rows(); ++r)
    sum += std::ranges::max(row(r).first(static_cast<size_t>(text_ - kFarTokens)));
  return sum > kTooLong;
}

AlignmentAnalyzer::Action AlignmentAnalyzer::step(std::span<const float> attention, int last_token,
                                                  std::span<float> logits) {
  const int position = append(attention);
  const int change = position - text_position_;
  if (kBack < change && change < kForth) text_position_ = position;
  started_ = started_ || !has_false_start();
  if (!complete() && text_position_ >= text_ - kLastTokens) completed_at_ = rows();

  generated_.push_back(last_token);
  if (generated_.size() > kRemembered) generated_.erase(generated_.begin());
  const bool repeats = generated_.size() == kRemembered && generated_[1] == generated_[2];

  Action action = Action::none;
  if (position < text_ - kLastTokens && text_ > kFarTokens) {
    logits[static_cast<size_t>(stop_)] = kNever;
    action = Action::suppress_stop;
  }
  if (repeats || (complete() && (lingers() || goes_back()))) {
    std::ranges::fill(logits, kNever);
    logits[static_cast<size_t>(stop_)] = kAlways;
    action = Action::force_stop;
  }
  ++frame_;
  return action;
}

}  // namespace sotto::models::chatterbox
