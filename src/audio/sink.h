// Where sound goes: the speaker, a WAV/FLAC/Opus file, or raw samples on standard output.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "audio/chunk.h"
#include "sotto/error.h"

namespace sotto::audio {

// Written by one thread. `silence` may come from any other.
class Sink {
 public:
  // `target`: "device", "-" (raw s16le mono on standard output) or a file name whose ending says
  // the format (.wav, .flac, .opus, .ogg). Chunks of another rate are resampled to
  // `sample_rate_hz`.
  static Result<std::unique_ptr<Sink>> open(const std::string& target, int sample_rate_hz);
  virtual ~Sink() = default;

  // Takes a chunk; blocks while the device or pipe is full, which is what slows the flow down.
  // Returns early with `cancelled` when `stop` is set.
  virtual Result<void> write(const Chunk& chunk, std::stop_token stop) = 0;

  // All sound is out and files are complete. Call once, at the end.
  virtual Result<void> finish() = 0;

  // Drops what has not been heard yet, at once. Files keep what they have.
  virtual void silence() noexcept = 0;
};

}  // namespace sotto::audio
