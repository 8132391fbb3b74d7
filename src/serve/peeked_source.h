// A stream of text whose first sentence can be looked at before it is read.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/byte_source.h"

namespace sotto::serve {

class PeekedSource final : public pipeline::ByteSource {
 public:
  explicit PeekedSource(pipeline::ByteSource& source) : source_(source) {}

  // Waits for the first piece of it, or its end.
  void wait(const std::stop_token& stop) {
    if (seen_.empty()) (void)peek(stop);
  }

  // Waits for what is said first: up to the end of a sentence, or so much that its language can be
  // told, or the end of the stream. What goes wrong is for read() to say.
  std::string_view first_sentence(const std::stop_token& stop) {
    constexpr size_t kEnough = 200;  // bytes
    while (seen_.size() < kEnough && !has_end() && peek(stop)) {
    }
    return seen_;
  }

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (read_ == seen_.size()) return source_.read(buffer, stop);
    const size_t n = seen_.copy(buffer.data(), buffer.size(), read_);
    read_ += n;
    return n;
  }
  bool is_live() const override { return source_.is_live(); }

 private:
  bool peek(const std::stop_token& stop) {
    char piece[256];
    const Result<size_t> n = source_.read(piece, stop);
    if (!n || *n == 0) return false;
    seen_.append(piece, *n);
    return true;
  }
  bool has_end() const {
    for (const std::string_view mark : {".", "!", "?", "\n", "。", "！", "？"})
      if (seen_.find(mark) != std::string::npos) return true;
    return false;
  }

  pipeline::ByteSource& source_;
  std::string seen_;
  size_t read_ = 0;
};

}  // namespace sotto::serve
