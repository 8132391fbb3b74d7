#include "audio/wav_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "audio/samples.h"

namespace sotto::audio {
namespace {

constexpr size_t kRiffBytes = 12, kChunkBytes = 8;
constexpr uint32_t kMinFormatBytes = 16, kMaxFormatBytes = 4096;
constexpr uint32_t kPcm = 1, kExtensible = 0xfffe;
constexpr uint32_t kMaxRate = 768000;

uint32_t u16(const std::byte* p) {
  return std::to_integer<uint32_t>(p[0]) | std::to_integer<uint32_t>(p[1]) << 8;
}
uint32_t u32(const std::byte* p) { return u16(p) | u16(p + 2) << 16; }

bool is_tag(const std::byte* p, const char* tag) { return std::memcmp(p, tag, 4) == 0; }

Error bad(std::string what) { return {Errc::bad_format, std::move(what)}; }

}  // namespace

Result<void> WavStream::read_chunk_start() {
  const uint32_t size = u32(head_.data() + 4);
  if (is_tag(head_.data(), "fmt ")) {
    if (size < kMinFormatBytes || size > kMaxFormatBytes) {
      return bad(fmt::format("WAV: the fmt chunk has {} bytes, expected {} to {}", size,
                             kMinFormatBytes, kMaxFormatBytes));
    }
    format_bytes_ = size + (size & 1);  // chunks are padded to even sizes
    state_ = State::format;
  } else if (is_tag(head_.data(), "data")) {
    if (rate_hz_ == 0) return bad("WAV: the data chunk comes before the fmt chunk");
    state_ = State::samples;
  } else {
    skip_bytes_ = uint64_t{size} + (size & 1);
    state_ = State::skip;
  }
  return {};
}

Result<void> WavStream::read_format() {
  const std::byte* p = head_.data();
  const uint32_t code = u16(p), channels = u16(p + 2), rate = u32(p + 4), bits = u16(p + 14);
  if ((code != kPcm && code != kExtensible) || channels != 1 || bits != 16) {
    return bad(fmt::format("WAV: format {} with {} channels of {} bits, expected mono 16-bit PCM",
                           code, channels, bits));
  }
  if (rate < 1000 || rate > kMaxRate) {
    return bad(fmt::format("WAV: sample rate {} Hz, expected 1000 to {}", rate, kMaxRate));
  }
  rate_hz_ = static_cast<int>(rate);
  state_ = State::chunk;
  return {};
}

// `head_` holds the whole part that `state_` waits for.
Result<void> WavStream::read_header() {
  if (state_ == State::chunk) return read_chunk_start();
  if (state_ == State::format) return read_format();
  if (!is_tag(head_.data(), "RIFF") || !is_tag(head_.data() + 8, "WAVE")) {
    return bad("WAV: the stream does not begin with a RIFF WAVE header");
  }
  state_ = State::chunk;
  return {};
}

Result<std::span<const float>> WavStream::push(std::span<const std::byte> bytes) {
  samples_.clear();
  while (!bytes.empty() && state_ != State::samples) {
    if (state_ == State::skip) {
      const size_t count = static_cast<size_t>(std::min<uint64_t>(skip_bytes_, bytes.size()));
      skip_bytes_ -= count;
      bytes = bytes.subspan(count);
      if (skip_bytes_ == 0) state_ = State::chunk;
      continue;
    }
    const size_t whole = state_ == State::riff    ? kRiffBytes
                         : state_ == State::chunk ? kChunkBytes
                                                  : format_bytes_;
    const size_t count = std::min(whole - std::min(whole, head_.size()), bytes.size());
    head_.insert(head_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (head_.size() < whole) break;
    if (Result<void> r = read_header(); !r) return r.error();  // head_ stays: so does the error
    head_.clear();
  }
  samples_.reserve(bytes.size() / 2 + 1);
  if (!bytes.empty() && head_.size() == 1) {  // the first half of a sample waited for this byte
    const std::byte pair[] = {head_[0], bytes[0]};
    samples_.push_back(from_s16(static_cast<int16_t>(u16(pair))));
    head_.clear();
    bytes = bytes.subspan(1);
  }
  for (; bytes.size() >= 2; bytes = bytes.subspan(2)) {
    samples_.push_back(from_s16(static_cast<int16_t>(u16(bytes.data()))));
  }
  if (!bytes.empty()) head_.assign(1, bytes[0]);
  return std::span<const float>(samples_);
}

Result<void> WavStream::end() const {
  if (state_ == State::samples) return {};
  return bad("WAV: the stream ended before its first sample");
}

}  // namespace sotto::audio
