#include "agent/screen_text.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "agent/screen_line.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

constexpr size_t kMostRows = 512, kMostTold = 256, kMostParameters = 64, kLargestMove = 1000;
constexpr size_t kShortBeginning = 8;  // bytes: less is no line that has grown

bool is_wide_on_screen(char32_t c) {
  if (c < 0x1100) return false;
  const int width = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

}  // namespace

void ScreenText::resize(size_t columns, size_t rows) {
  columns_ = std::clamp<size_t>(columns, 2, kLargestMove);
  rows_on_screen_ = std::clamp<size_t>(rows, 1, kMostRows / 2);
}

void ScreenText::push(std::string_view bytes, Time now) {
  now_ = now;
  tail_ += bytes;
  const size_t kept = unfinished_tail(tail_);
  size_t replaced = 0;
  const std::string valid =
      to_valid_utf8(std::string_view(tail_).substr(0, tail_.size() - kept), replaced);
  tail_.erase(0, tail_.size() - kept);
  for (size_t i = 0; i < valid.size();) put(next_code_point(valid, i));
}

void ScreenText::put(char32_t c) {
  if (c == 0x18 || c == 0x1A) {  // CAN and SUB end any sequence
    state_ = State::text;
    return;
  }
  switch (state_) {
    case State::text:
      return c < 0x20 || (c >= 0x7F && c < 0xA0) ? control(c) : text(c);
    case State::escape:
      return escape(c);
    case State::charset:
      state_ = State::text;
      return;
    case State::parameters:
      if (c == 0x1B) {
        state_ = State::escape;
      } else if (c >= 0x40 && c <= 0x7E) {
        state_ = State::text;
        sequence(c);
      } else if (c < 0x20) {
        control(c);
      } else if (parameters_.size() < kMostParameters) {
        append_utf8(parameters_, c);
      }
      return;
    case State::string:  // a title, a link, a picture
      if (c == 0x07 || c == 0x9C) state_ = State::text;
      if (c == 0x1B) state_ = State::string_escape;
      return;
    case State::string_escape:
      state_ = State::text;
      if (c != '\\') escape(c);
      return;
  }
}

void ScreenText::escape(char32_t c) {
  state_ = State::text;
  if (c == '[') {
    parameters_.clear();
    state_ = State::parameters;
  } else if (c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X') {
    state_ = State::string;
  } else if (c == '(' || c == ')' || c == '*' || c == '+' || c == '#' || c == '%') {
    state_ = State::charset;
  } else if (c == 0x1B) {
    state_ = State::escape;
  } else if (c == 'M') {
    move_up(1);
  } else if (c == 'E') {
    column_ = 0;
    line_feed();
  } else if (c == 'D') {
    line_feed();
  } else if (c == 'c') {
    erase_screen(2);
  }
}

void ScreenText::control(char32_t c) {
  if (c == 0x1B) {
    state_ = State::escape;
  } else if (c == 0x9B) {
    parameters_.clear();
    state_ = State::parameters;
  } else if (c == '\n' || c == 0x0B || c == 0x0C) {
    line_feed();
  } else if (c == '\r') {
    column_ = 0;
  } else if (c == '\b') {
    column_ -= column_ > 0 ? 1 : 0;
  } else if (c == '\t') {
    column_ = std::min(column_ / 8 * 8 + 8, columns_ - 1);
  }
}

ScreenText::Row& ScreenText::row() {
  while (row_ >= rows_.size()) rows_.push_back({{}, now_});
  return rows_[row_];
}

void ScreenText::change(Row& row) {
  row.changed = now_;
  row.is_told = false;
}

void ScreenText::text(char32_t c) {
  const size_t width = is_wide_on_screen(c) ? 2 : 1;
  if (column_ + width > columns_) {
    row().wraps = true;
    row().has_blank_behind = c == U' ';
    column_ = 0;
    line_feed();
  }
  Row& at = row();
  if (at.cells.size() < column_ + width) at.cells.resize(column_ + width, U' ');
  if (at.cells[column_] != c) change(at);
  at.cells[column_] = c;
  if (width == 2) at.cells[column_ + 1] = 0;
  column_ += width;
}

void ScreenText::line_feed() {
  ++row_;
  row();
  while (rows_.size() > kMostRows) {
    tell(rows_.front(), lost_);
    rows_.pop_front();
    row_ -= row_ > 0 ? 1 : 0;
  }
}

size_t ScreenText::screen_top() const {
  return rows_.size() > rows_on_screen_ ? rows_.size() - rows_on_screen_ : 0;
}

void ScreenText::move_to(size_t row) {
  redraws_ |= row < row_;
  const size_t last = std::max(screen_top() + rows_on_screen_ - 1, row_);
  row_ = std::min(row, last);
  this->row();
}

void ScreenText::move_up(size_t rows) {
  move_to(std::max(screen_top(), row_ > rows ? row_ - rows : 0));
}

size_t ScreenText::parameter(size_t which, size_t fallback) const {
  size_t begin = 0;
  for (; which > 0; --which) {
    begin = parameters_.find(';', begin);
    if (begin == parameters_.npos) return fallback;
    ++begin;
  }
  size_t value = 0;
  size_t end = begin;
  for (; end < parameters_.size() && parameters_[end] >= '0' && parameters_[end] <= '9'; ++end)
    value =
        std::min<size_t>(10 * value + static_cast<size_t>(parameters_[end] - '0'), kLargestMove);
  return end == begin ? fallback : value;
}

void ScreenText::sequence(char32_t final) {
  const size_t count = std::max<size_t>(parameter(0, 1), 1);
  switch (final) {
    case 'A':
    case 'F':
      move_up(count);
      break;
    case 'B':
    case 'E':
      move_to(row_ + count);
      break;
    case 'C':
      column_ = std::min(column_ + count, columns_ - 1);
      break;
    case 'D':
      column_ -= std::min(column_, count);
      break;
    case 'G':
      column_ = std::min(count, columns_) - 1;
      break;
    case 'd':
      move_to(screen_top() + count - 1);
      break;
    case 'H':
    case 'f':
      move_to(screen_top() + count - 1);
      column_ = std::min(std::max<size_t>(parameter(1, 1), 1), columns_) - 1;
      break;
    case 'J':
      erase_screen(parameter(0, 0));
      break;
    case 'K':
      erase_line(parameter(0, 0));
      break;
    default:
      break;
  }
  if (final == 'E' || final == 'F') column_ = 0;
}

// 0: from the cursor on, 1: up to it, 2: all of it.
void ScreenText::erase_line(size_t mode) {
  Row& at = row();
  const size_t end = std::min(column_ + 1, at.cells.size());
  if (mode == 0 && column_ < at.cells.size()) at.cells.resize(column_);
  if (mode == 1) std::fill_n(at.cells.begin(), end, U' ');
  if (mode == 2) at.cells.clear();
  at.wraps = false;
  change(at);
}

void ScreenText::erase_screen(size_t mode) {
  if (mode == 1) return;
  redraws_ = true;
  if (mode == 0) {
    erase_line(0);
    rows_.resize(row_ + 1);
    return;
  }
  for (size_t i = screen_top(); i < rows_.size(); ++i) {
    rows_[i].cells.clear();
    rows_[i].wraps = false;
    change(rows_[i]);
  }
}

// The new part of a line; empty: it was told already.
std::string ScreenText::unsaid(const std::string& line) {
  if (!redraws_) return line;
  size_t known = 0;
  for (const std::string& before : told_) {
    if (line == before) return "";
    const bool grows = before.size() >= kShortBeginning && line.starts_with(before);
    if (grows) known = std::max(known, before.size());
  }
  return line.substr(known);
}

void ScreenText::tell(Row& row, std::string& out) {
  if (row.is_told) return;
  row.is_told = true;
  const std::string line = spoken_line(row.cells);
  if (line.empty() && &row == &rows_.back()) return;  // nothing was written there yet
  if (line.empty()) {
    after_blank_ = !row.wraps;
    return;
  }
  const std::string fresh = unsaid(line);
  if (told_.size() >= kMostTold) told_.pop_front();
  told_.push_back(line);
  if (trimmed(fresh).empty()) return;
  if (after_blank_) out += '\n';
  after_blank_ = false;
  out += fresh;
  if (!row.wraps) out += '\n';
  const bool ends_blank = !row.cells.empty() && row.cells.back() == U' ';
  if (row.wraps && (ends_blank || row.has_blank_behind)) out += ' ';
}

std::string ScreenText::take(Time now) {
  std::string out;
  out.swap(lost_);
  for (Row& row : rows_)
    if (now - row.changed >= kSettled) tell(row, out);
  return out;
}

std::string ScreenText::finish() {
  std::string out;
  out.swap(lost_);
  for (Row& row : rows_) tell(row, out);
  return out;
}

}  // namespace sotto::agent
