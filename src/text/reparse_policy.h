// When growing Markdown is worth another look.
//
// Parsing again at every byte would be slow, and looking whenever a piece happens to arrive would
// make the sentences depend on how the text was cut. So the text itself says when: at characters
// that can prove the end of a sentence or of a block.
#pragma once

#include <cstddef>

#include "text/segments.h"

namespace sotto::text {

class ReparsePolicy {
 public:
  enum class Look { none, inside_line, line_end, pause };

  // `next`: from that much text on without an end, a clause may leave.
  explicit ReparsePolicy(TextSize next) : first_(next), next_(next) {}

  // The next character of the text.
  Look add(char32_t c);

  // It was looked at: so much of it waits, and a clause may leave from `next` on.
  void looked(TextSize waits, TextSize next);

  // Nothing that comes can change how the line that has begun is read.
  bool line_is_certain() const {
    return line_characters_ == 0 || (line_is_prose_ && !line_may_be_markup_);
  }

  // The same, and its text has begun.
  bool is_inside_prose() const { return line_is_prose_ && !line_may_be_markup_; }

  // The text continues inside a line of prose / begins anew.
  void restart(bool inside_line);

 private:
  bool due_at(char32_t c, bool letter);

  TextSize first_;  // `next_` at the beginning
  TextSize next_;
  TextSize waits_ = {};  // as far as the source tells
  size_t line_ = 0;      // lines before this one
  size_t line_characters_ = 0;
  bool line_is_prose_ = false;       // a letter has come: cmark's reading of the line is certain
  bool line_may_be_markup_ = false;  // begins like a fence or HTML: certain at its end only
  char32_t previous_ = '\n';
  bool ended_ = false;  // a terminator was the last character but quotes and spaces
  bool ended_cjk_ = false;
  size_t watch_words_ = 0;  // this many words after an end are looked at
  size_t watch_cjk_ = 0;
};

}  // namespace sotto::text
