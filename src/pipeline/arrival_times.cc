#include "pipeline/arrival_times.h"

#include <algorithm>

namespace sotto::pipeline {
namespace {

// Longer runs without a sentence are code or tables: their beginning is of no interest.
constexpr size_t kKeptBytes = 64 << 10;

}  // namespace

void ArrivalTimes::arrived(std::string_view markdown, Clock::time_point when) {
  last_ = when;
  if (markdown.empty()) return;
  if (markdown.size() > kKeptBytes) markdown.remove_prefix(markdown.size() - kKeptBytes);
  pieces_.emplace_back(text_.size(), when);
  text_ += markdown;
  if (text_.size() > 2 * kKeptBytes) forget(text_.size() - kKeptBytes);
}

Clock::time_point ArrivalTimes::received(std::string_view sentence) {
  if (pieces_.empty()) return last_;
  const std::string_view first = sentence.substr(0, sentence.find(' '));
  const std::string_view last = sentence.substr(sentence.rfind(' ') + 1);  // all, without a space
  const std::string_view text = text_;
  size_t begin = text.find(first);
  size_t end = 0;
  if (begin != text.npos) {
    // Not before the sentence's length, so that a last word that also occurs inside is passed by.
    const size_t least = sentence.size() - std::min(sentence.size(), last.size());
    end = text.find(last, begin + least);
    end = end == text.npos ? begin + first.size() : end + last.size();
  } else {
    begin = 0;
  }
  const auto behind =
      std::upper_bound(pieces_.begin(), pieces_.end(), begin,
                       [](size_t at, const auto& piece) { return at < piece.first; });
  const Clock::time_point when =
      behind == pieces_.begin() ? pieces_.front().second : std::prev(behind)->second;
  forget(end);
  return when;
}

void ArrivalTimes::end_block() {
  text_.clear();
  pieces_.clear();
}

void ArrivalTimes::forget(size_t bytes) {
  text_.erase(0, bytes);
  // The piece that the first kept byte belongs to stays.
  while (pieces_.size() > 1 && pieces_[1].first <= bytes) pieces_.pop_front();
  for (auto& [begin, when] : pieces_) begin -= std::min(begin, bytes);
  if (text_.empty()) pieces_.clear();
}

}  // namespace sotto::pipeline
