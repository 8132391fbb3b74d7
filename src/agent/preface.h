// Short lines of text at the beginning of a stream: perhaps what a program prints before it
// ("npm warn ...", "Loaded cached credentials."), and then not for ears; perhaps the text itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sotto::agent {

class Preface {
 public:
  // Whether a line that begins so may still be of a preface: it is short, and no Markdown.
  bool may_have(std::string_view line) const;

  void add(std::string_view line);  // a whole line, without its line break
  bool is_empty() const { return text_.empty(); }

  // The lines, but for those that an agent is known to print. They are forgotten.
  std::string release();
  // The same, unread; how many lines there were.
  size_t drop();

 private:
  std::string text_;
  size_t lines_ = 0;
};

}  // namespace sotto::agent
