// "[pause 500ms]" in a text: silence that its author asks for, where sentences have no room for it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sotto::text {

inline constexpr double kLongestPauseMs = 60'000;  // who asks for more gets this

// "500ms" or "1.5s" in milliseconds, at most kLongestPauseMs; none where it is anything else.
std::optional<double> parse_pause(std::string_view length);

// Cuts a text that comes in pieces at its marks. A mark is "[pause LENGTH]", with one space, in any
// letters; everything else stays text, marks within a fence of Markdown, too. Used by one thread.
class PauseMarks {
 public:
  struct Handlers {
    std::function<void(std::string_view)> text;
    std::function<void(double ms)> pause;  // between the text in front of it and that behind
  };
  // `has_fences`: the text is Markdown.
  PauseMarks(bool has_fences, Handlers handlers);

  // Text that may be the beginning of a mark is held back.
  void push(std::string_view text);
  // The text ends, or stands still: what was held back is text.
  void flush();

 private:
  void pass(std::string_view text);
  void end_line();

  const bool has_fences_;
  const Handlers handlers_;
  std::string held_;  // "[pau"
  std::string line_;  // the beginning of the line, as much of it as tells a fence
  char fence_ = 0;    // that is open
};

}  // namespace sotto::text
