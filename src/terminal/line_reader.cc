#include "terminal/line_reader.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace sotto::terminal {

// False: the stream has ended.
Result<bool> LineReader::fill(const std::stop_token& stop) {
  if (begin_ < end_) return true;
  const Result<size_t> n = ended_ ? Result<size_t>(size_t{0}) : source_.read(buffer_, stop);
  if (!n) return n.error();
  ended_ = *n == 0;
  begin_ = 0;
  end_ = *n;
  return !ended_;
}

// Takes as much of the line as is there; `complete`: to its end.
std::string_view LineReader::take(bool& complete) {
  const std::string_view there(buffer_.data() + begin_, end_ - begin_);
  const size_t newline = there.find('\n');
  complete = newline != there.npos;
  begin_ = complete ? begin_ + newline + 1 : end_;
  return there.substr(0, newline);
}

Result<std::optional<std::string>> LineReader::next(const std::stop_token& stop) {
  std::string line;
  ++line_;
  for (bool complete = false; !complete;) {
    const Result<bool> some = fill(stop);
    if (!some) return some.error();
    if (!*some && line.empty()) return std::optional<std::string>();
    if (!*some) break;
    const std::string_view piece = take(complete);
    if (in_long_line_) {
      in_long_line_ = !std::exchange(complete, false);
      continue;
    }
    line.append(piece);
    if (line.size() > max_line_bytes_) {
      in_long_line_ = !complete;
      return Error{Errc::bad_format,
                   fmt::format("line {}: more than {} bytes, expected lines of text", line_,
                               max_line_bytes_)};
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

}  // namespace sotto::terminal
