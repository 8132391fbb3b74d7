// Lines of a stream, however it is cut into pieces.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/byte_source.h"
#include "sotto/error.h"

namespace sotto::cli {

class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = size_t{64} << 20;

  explicit LineReader(pipeline::ByteSource& source) : source_(source), buffer_(64 << 10) {}

  // The next line without its end (\n or \r\n); none: the stream has ended. A last line needs no
  // newline. An error for a zero byte (binary data) and for a line of more than kMaxLineBytes.
  Result<std::optional<std::string>> next(const std::stop_token& stop);

 private:
  pipeline::ByteSource& source_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  // of what is in buffer_ and was not taken yet
  bool ended_ = false;
  size_t line_ = 0;
};

}  // namespace sotto::cli
