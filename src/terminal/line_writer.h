// Lines to standard output or a file, each one out as soon as it is written.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::terminal {

// Used by one thread at a time. After an error further lines are dropped, and the error is kept.
class LineWriter {
 public:
  // Standard output or error.
  LineWriter(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  static Result<LineWriter> create(const std::string& path);
  LineWriter(LineWriter&& other) noexcept;
  LineWriter& operator=(LineWriter&&) = delete;
  ~LineWriter();

  // Adds the newline. False: the line is not out. Waits for a slow reader, until `stop` is set.
  bool write(std::string_view line, const std::stop_token& stop);

  // Nobody reads any more: no failure, but a reason to end.
  bool closed() const { return closed_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  int fd_;
  std::string name_;
  bool owned_ = false;
  bool closed_ = false;
  std::optional<Error> error_;
};

// A whole result at once to standard output; gives the exit code.
int print_result(std::string_view text);

}  // namespace sotto::terminal
