// Raw signed 16-bit little-endian mono samples on a file descriptor, as `aplay` and `sox` read
// them.
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "audio/output.h"
#include "audio/samples.h"

namespace sotto::audio {
namespace {

// A pipe that polls as writable takes PIPE_BUF bytes without blocking, so writing in such pieces
// keeps the thread free to see its stop token.
constexpr size_t kPieceBytes = std::min<size_t>(4096, PIPE_BUF);
constexpr int kPollMs = 10;

class StreamOutput final : public Output {
 public:
  StreamOutput(int fd, std::string name, int sample_rate_hz)
      : fd_(fd), name_(std::move(name)), rate_hz_(sample_rate_hz) {}

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token stop) override {
    while (!samples.empty()) {
      std::array<unsigned char, kPieceBytes> piece;
      const size_t count = std::min(samples.size(), kPieceBytes / 2);
      for (size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<uint16_t>(to_s16(samples[i]));
        piece[2 * i] = static_cast<unsigned char>(bits & 0xff);
        piece[2 * i + 1] = static_cast<unsigned char>(bits >> 8);
      }
      if (Result<void> r = write_all(std::span(piece).first(2 * count), stop); !r) return r;
      samples = samples.subspan(count);
    }
    return {};
  }

  Result<void> close() override { return {}; }

 private:
  // Once begun, a sample is written to its second byte: stopping in between would turn everything
  // that follows into noise. The other byte waits for a reader, so that wait ends with the reader.
  Result<void> write_all(std::span<const unsigned char> bytes, const std::stop_token& stop) {
    for (size_t done = 0; done < bytes.size();) {
      if (stop.stop_requested() && done % 2 == 0) {
        return Error{Errc::cancelled, "the sound was stopped"};
      }
      pollfd ready{fd_, POLLOUT, 0};
      const int polled = ::poll(&ready, 1, kPollMs);
      if (polled == 0 || (polled < 0 && errno == EINTR)) continue;
      const ssize_t written = ::write(fd_, bytes.data() + done, bytes.size() - done);
      if (written >= 0) {
        done += static_cast<size_t>(written);
      } else if (errno == EPIPE) {
        return Error{Errc::cancelled, fmt::format("{}: the reader has gone", name_)};
      } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
        return Error{Errc::io, fmt::format("{}: cannot write: {}", name_, std::strerror(errno))};
      }
    }
    return {};
  }

  int fd_;
  std::string name_;
  int rate_hz_;
};

}  // namespace

std::unique_ptr<Output> open_stream(int fd, std::string name, int sample_rate_hz) {
  return std::make_unique<StreamOutput>(fd, std::move(name), sample_rate_hz);
}

}  // namespace sotto::audio
