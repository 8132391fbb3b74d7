// Destinations of sound: the speaker, a WAV/FLAC/Opus file, or raw samples on standard output.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "audio/chunk.h"
#include "sotto/error.h"

namespace sotto::audio {

// Written by one thread. `silence` may come from any other.
//
// The program must ignore SIGPIPE (`signal(SIGPIPE, SIG_IGN)` in main): a sink on "-" reports a
// reader that went away as `cancelled`, which only works when the signal does not kill us first.
class Sink {
 public:
  // `target`: "device", "-" (raw s16le mono on standard output) or a file name whose ending says
  // the format (.wav, .flac, .opus, .ogg). Chunks of another rate are resampled to
  // `sample_rate_hz` (or to the nearest rate that the device or the format can take).
  //
  // A file is written under its own name from the start, not renamed at the end: what a killed run
  // has said stays playable up to the last utterance. An existing file is replaced.
  static Result<std::unique_ptr<Sink>> open(const std::string& target, int sample_rate_hz);
  virtual ~Sink() = default;

  // Takes a chunk; blocks while the device or pipe is full, which is what slows the flow down.
  // Returns early with `cancelled` when `stop` is set, and when the reader of "-" has gone.
  virtual Result<void> write(const Chunk& chunk, std::stop_token stop) = 0;

  // The chunks since the last call are one utterance: the samples that resampling still holds back
  // (a few ms) go out. A change of rate and `finish` imply it.
  virtual Result<void> end_utterance(std::stop_token) { return {}; }

  // Waits until all that was written has been heard; `cancelled` when `stop` is set. Files and
  // pipes have nothing to wait for.
  virtual Result<void> drain(std::stop_token) { return {}; }

  // All sound is out and files are complete. Call once, at the end, also after Ctrl-C.
  virtual Result<void> finish() = 0;

  // Drops what has not been heard yet, at once. Files and pipes keep what they have. Set the
  // writer's stop token first: what is written after this call is heard.
  virtual void silence() noexcept = 0;

  // From any thread. A device falls silent at once, and goes on where it was when it is let go.
  // Files and pipes know no time.
  virtual void hold(bool) noexcept {}
};

}  // namespace sotto::audio
