#include "cli/line_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::cli {

Result<std::optional<std::string>> LineReader::next(const std::stop_token& stop) {
  std::string line;
  ++line_;
  for (bool complete = false; !complete;) {
    if (begin_ == end_) {
      const Result<size_t> n = ended_ ? Result<size_t>(size_t{0}) : source_.read(buffer_, stop);
      if (!n) return n.error();
      ended_ = *n == 0;
      if (ended_ && line.empty()) return std::optional<std::string>();
      if (ended_) break;
      begin_ = 0;
      end_ = *n;
    }
    const char* first = buffer_.data() + begin_;
    const char* last = buffer_.data() + end_;
    const char* newline = std::find(first, last, '\n');
    complete = newline != last;
    line.append(first, newline);
    begin_ += static_cast<size_t>(newline - first) + (complete ? 1 : 0);
    if (line.size() > kMaxLineBytes) {
      return Error{
          Errc::bad_format,
          fmt::format("line {}: more than {} bytes, expected lines of text", line_, kMaxLineBytes)};
    }
  }
  if (const size_t zero = line.find('\0'); zero != line.npos) {
    return Error{Errc::bad_format,
                 fmt::format("line {}: a zero byte at {}: binary data, expected lines of text",
                             line_, zero)};
  }
  if (line.ends_with('\r')) line.pop_back();
  return std::optional<std::string>(std::move(line));
}

}  // namespace sotto::cli
