// Plain text or Markdown from a pipe: made valid as it comes, or recognized as no text at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sotto::agent {

class PlainText {
 public:
  // More bytes; returns the text in them. A character that is not whole waits for the next piece.
  // Ill-formed UTF-8 and NUL become U+FFFD. Nothing comes after the byte that gives a binary
  // stream away.
  std::string push(std::string_view bytes);

  // Returns the text that was waiting, at the end of the stream.
  std::string finish();

  // Too many bytes that text does not have. Depends on the bytes alone, not on how they were cut.
  bool binary() const { return binary_; }
  size_t bytes() const { return bytes_; }
  size_t bad() const { return bad_; }            // control characters and ill-formed runs
  size_t replaced() const { return replaced_; }  // ill-formed runs and NULs

 private:
  std::string clean(std::string_view bytes);

  std::string tail_;
  size_t bytes_ = 0, bad_ = 0, replaced_ = 0;
  bool binary_ = false;
};

}  // namespace sotto::agent
