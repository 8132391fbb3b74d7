// Reads a WAV stream while it is still being written, as a speech program makes it on a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::audio {

// Mono 16-bit PCM. (libsndfile wants a whole file that it can seek in; a voice shall be heard from
// its first bytes.) The length in the header is ignored, because a program that writes to a pipe
// cannot know it: the samples end where the stream ends.
class WavStream {
 public:
  // Takes the next bytes, in pieces of any size, and returns the samples that they complete; valid
  // until the next call. An error stays an error.
  Result<std::span<const float>> push(std::span<const std::byte> bytes);

  // The stream has ended. An error when that was inside the header.
  Result<void> end() const;

  int sample_rate_hz() const { return rate_hz_; }  // 0 before the header was read

 private:
  enum class State { riff, chunk, format, skip, samples };

  Result<void> read_header();
  Result<void> read_chunk_start();
  Result<void> read_format();

  State state_ = State::riff;
  std::vector<std::byte> head_;  // bytes of the header part that is not complete yet
  uint64_t skip_bytes_ = 0;      // of a chunk that means nothing to us
  uint32_t format_bytes_ = 0;
  int rate_hz_ = 0;
  std::vector<float> samples_;
};

}  // namespace sotto::audio
