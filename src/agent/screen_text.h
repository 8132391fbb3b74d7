// Text that stays on a terminal of what a program writes there.
//
// Escape sequences are followed as far as they move the cursor or erase; a line is text when it has
// not changed for a while. Programs that draw their screen again and again (agents in a terminal)
// say each line once, and a line that grows from where it was. What is no text for ears is left
// out: frames and what stands in them, spinners, prompts.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace sotto::agent {

class ScreenText {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds kSettled{600};

  ScreenText(size_t columns, size_t rows) { resize(columns, rows); }
  void resize(size_t columns, size_t rows);

  // Takes output of the program, cut anywhere.
  void push(std::string_view bytes, Time now);

  // Lines that have settled since the last call, as plain text.
  std::string take(Time now);

  // All that was not taken yet, at the program's end.
  std::string finish();

 private:
  struct Row {
    std::u32string cells;  // 0: the second column of the character before
    Time changed;
    bool is_told = false, wraps = false;  // wraps: the line goes on in the next row
    bool has_blank_behind = false;        // which begins with the blank that did not fit here
  };
  enum class State { text, escape, parameters, string, string_escape, charset };

  void put(char32_t c);
  void text(char32_t c);
  void control(char32_t c);
  void escape(char32_t c);
  void sequence(char32_t final);
  size_t parameter(size_t which, size_t fallback) const;
  void erase_line(size_t mode);
  void erase_screen(size_t mode);
  void move_to(size_t row);
  void move_up(size_t rows);
  void line_feed();
  size_t screen_top() const;
  Row& row();
  void change(Row& row);
  void tell(Row& row, std::string& out);
  std::string unsaid(const std::string& line);

  size_t columns_ = 80, rows_on_screen_ = 24;
  std::deque<Row> rows_;  // the last of what was written, the screen's at the end
  size_t row_ = 0, column_ = 0;
  bool redraws_ = false;          // it has gone back to an earlier line: lines come again
  std::deque<std::string> told_;  // the last lines, of a program that redraws
  bool after_blank_ = false;
  std::string lost_;  // lines that left the deque before they were taken
  State state_ = State::text;
  std::string parameters_, tail_;
  Time now_;
};

}  // namespace sotto::agent
