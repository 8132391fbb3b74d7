// Lines of a stream, however it is cut into pieces.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/byte_source.h"
#include "sotto/error.h"

namespace sotto::terminal {

class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = size_t{64} << 20;

  explicit LineReader(pipeline::ByteSource& source, size_t max_line_bytes = kMaxLineBytes)
      : source_(source), max_line_bytes_(max_line_bytes), buffer_(64 << 10) {}

  // The next line without its end (\n or \r\n); none: the stream has ended. A last line needs no
  // newline. An error for a zero byte (binary data) and for a line that is too long; the call
  // behind it goes on with the next line.
  Result<std::optional<std::string>> next(const std::stop_token& stop);

 private:
  Result<bool> fill(const std::stop_token& stop);
  std::string_view take(bool& complete);

  pipeline::ByteSource& source_;
  const size_t max_line_bytes_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  // of what is in buffer_ and was not taken yet
  bool ended_ = false;
  bool in_long_line_ = false;  // whose rest nobody wants
  size_t line_ = 0;
};

}  // namespace sotto::terminal
