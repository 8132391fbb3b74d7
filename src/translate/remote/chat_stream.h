// An answer of chat completions as it comes: server-sent events, or one JSON object.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "translate/remote/usage.h"

namespace sotto::translate {

// Bytes from outside, in pieces of any size; at most 256 KiB of them are read, in time that grows
// with their number.
class ChatStream {
 public:
  explicit ChatStream(size_t longest) : longest_(longest) {}

  // False: no more of it is wanted, as it is an error, or longer than it may be.
  bool push(std::string_view bytes);
  // After the last one.
  void end();

  std::string text() const;  // without what a model thinks before
  bool is_whole() const;     // the model came to its end
  bool is_too_long() const { return is_too_long_; }
  const std::string& complaint() const { return complaint_; }  // of a server that broke off
  const RemoteUsage& usage() const { return usage_; }

 private:
  void line(std::string_view line);
  void event(std::string_view json);
  void add(std::string_view content);

  const size_t longest_;  // bytes of the text
  size_t read_ = 0;
  std::string buffer_;  // what is no whole line yet
  enum class Part { opening, thinking, answer } part_ = Part::opening;
  std::string opening_;  // of the content, until it is known what it is; of a thought its end
  std::string text_, finish_, complaint_;
  bool is_done_ = false, is_too_long_ = false;
  RemoteUsage usage_;
};

}  // namespace sotto::translate
