// Whether Markdown that comes in pieces is inside a fence ("```"): what stands there is code, also
// where it is JSON.
#pragma once

#include <cstddef>
#include <string_view>

namespace sotto::agent {

class Fence {
 public:
  void push(std::string_view text) {
    for (const char c : text) take(c);
  }
  bool is_open() const { return open_ != 0; }

 private:
  void take(char c) {
    if (c == '\n') {
      at_begin_ = true;
      count_ = 0;
    } else if (at_begin_ && is_mark(c)) {
      mark_ = c;
      if (++count_ < 3) return;
      open_ = open_ == 0 ? c : 0;
      at_begin_ = false;
    } else if (c != ' ' || count_ > 0) {
      at_begin_ = false;
    }
  }
  // One that opens, or is like the one that opened.
  bool is_mark(char c) const {
    const bool like_first = count_ == 0 || c == mark_;
    return like_first && (open_ == 0 ? c == '`' || c == '~' : c == open_);
  }

  bool at_begin_ = true;  // of a line
  size_t count_ = 0;      // marks that the line began with
  char mark_ = 0;
  char open_ = 0;  // the mark of the fence that is open; 0: none
};

}  // namespace sotto::agent
