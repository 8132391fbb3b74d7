#include "text/pause_marks.h"

#include <algorithm>
#include <utility>

#include "base/number.h"
#include "base/utf8.h"

namespace sotto::text {
namespace {

constexpr std::string_view kPauseOpening = "[pause ";
constexpr size_t kLongestMark = 24;  // bytes
constexpr size_t kFenceSeen = 64;    // bytes of a line

bool may_begin_mark(std::string_view held) {
  const std::string seen = lower_ascii(held.substr(0, kPauseOpening.size()));
  return held.size() <= kLongestMark && kPauseOpening.starts_with(seen) &&
         held.find('\n') == held.npos;
}

}  // namespace

std::optional<double> parse_pause(std::string_view length) {
  const std::string text = lower_ascii(length);
  const bool is_ms = text.ends_with("ms");
  if (!is_ms && !text.ends_with('s')) return std::nullopt;
  std::string_view number = std::string_view(text).substr(0, text.size() - (is_ms ? 2 : 1));
  // No exponents, no infinities, no signs.
  if (number.empty() || number.find_first_not_of("0123456789.") != number.npos) return std::nullopt;
  const std::optional<double> value = parse_double(number);
  if (!value) return std::nullopt;
  return std::min(kLongestPauseMs, is_ms ? *value : 1000 * *value);
}

PauseMarks::PauseMarks(bool has_fences, Handlers handlers)
    : has_fences_(has_fences), handlers_(std::move(handlers)) {}

void PauseMarks::push(std::string_view text) {
  std::string joined;
  if (!held_.empty()) text = joined = std::exchange(held_, {}) + std::string(text);
  size_t passed = 0;  // bytes of `text`
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      pass(text.substr(passed, i + 1 - passed));
      end_line();
      passed = ++i;
      continue;
    }
    if (text[i] != '[') {
      if (has_fences_ && line_.size() < kFenceSeen) line_ += text[i];
      ++i;
      continue;
    }
    const size_t close = text.substr(i, kLongestMark).find(']');
    const std::string_view mark = text.substr(i, close == text.npos ? kLongestMark : close + 1);
    if (close == text.npos) {
      if (fence_ == 0 && mark.size() == text.size() - i && may_begin_mark(mark)) {
        pass(text.substr(passed, i - passed));
        held_ = mark;
        return;
      }
    } else if (fence_ == 0 && may_begin_mark(mark) && mark.size() > kPauseOpening.size()) {
      const auto ms =
          parse_pause(mark.substr(kPauseOpening.size(), mark.size() - kPauseOpening.size() - 1));
      if (ms) {
        pass(text.substr(passed, i - passed));
        handlers_.pause(*ms);
        passed = i += mark.size();
        continue;
      }
    }
    if (has_fences_ && line_.size() < kFenceSeen) line_ += text[i];
    ++i;
  }
  pass(text.substr(passed));
}

void PauseMarks::flush() { pass(std::exchange(held_, {})); }

void PauseMarks::pass(std::string_view text) {
  if (!text.empty()) handlers_.text(text);
}

// A line of ``` or ~~~ opens a fence, or closes that of its kind.
void PauseMarks::end_line() {
  const std::string line = std::exchange(line_, {});
  const std::string_view content =
      std::string_view(line).substr(std::min(line.find_first_not_of(" >\t-*"), line.size()));
  const bool is_fence = content.starts_with("```") || content.starts_with("~~~");
  if (!is_fence) return;
  if (fence_ == 0) {
    fence_ = content.front();
  } else if (content.front() == fence_) {
    fence_ = 0;
  }
}

}  // namespace sotto::text
