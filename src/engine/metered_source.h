// A source that counts what the reading of its text costs.
#pragma once

#include <functional>
#include <utility>

#include "base/thread_time.h"
#include "pipeline/byte_source.h"

namespace sotto::engine {

// `charge` hears of the processor time that the thread that reads has used since it was given the
// piece before: to find sentences in it. Waiting costs nothing.
class MeteredSource final : public pipeline::ByteSource {
 public:
  MeteredSource(pipeline::ByteSource& source, std::function<void(double seconds)> charge)
      : source_(source), charge_(std::move(charge)) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (has_read_) charge_(thread_seconds() - since_);
    Result<size_t> n = source_.read(buffer, stop);
    has_read_ = true;
    since_ = thread_seconds();
    return n;
  }
  bool is_live() const override { return source_.is_live(); }

 private:
  pipeline::ByteSource& source_;
  const std::function<void(double)> charge_;
  bool has_read_ = false;
  double since_ = 0;  // of the thread's time
};

}  // namespace sotto::engine
