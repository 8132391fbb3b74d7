// Text that arrives piece by piece from another thread, as a source of the flow.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/bounded_queue.h"
#include "pipeline/byte_source.h"

namespace sotto::serve {

// One thread feeds, the flow reads. Who feeds waits while much is unread.
class FeedSource final : public pipeline::ByteSource {
 public:
  // False: nobody reads any more.
  bool feed(std::string_view text, const std::stop_token& stop) {
    return pieces_.push(std::string(text), stop, text.size());
  }
  void finish() { pieces_.close(); }

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    while (done_ == piece_.size()) {
      std::optional<std::string> next = pieces_.pop(stop);
      if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
      if (!next) return size_t{0};
      piece_ = *std::move(next);
      done_ = 0;
    }
    const size_t n = piece_.copy(buffer.data(), buffer.size(), done_);
    done_ += n;
    return n;
  }
  bool is_live() const override { return true; }

 private:
  pipeline::BoundedQueue<std::string> pieces_{256 << 10};  // bytes
  std::string piece_;
  size_t done_ = 0;
};

}  // namespace sotto::serve
