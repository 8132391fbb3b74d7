// A voice turns a sentence into a stream of sound.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "audio/chunk.h"
#include "sotto/error.h"

namespace sotto::speech {

// Takes sound as it is made. False: stop, nobody listens any more.
using ChunkHandler = std::function<bool(const audio::Chunk&)>;

// Used by one thread at a time.
class Voice {
 public:
  virtual ~Voice() = default;
  virtual std::string name() const = 0;  // "open-jtalk:mei"
  virtual int sample_rate_hz() const = 0;

  // Says `text` (plain, in its spoken form), the first chunk as early as it can be made. An error
  // when the voice is broken; `cancelled` when `stop` was set or a chunk, be it the last, refused.
  virtual Result<void> speak(const std::string& text, std::stop_token stop,
                             const ChunkHandler& handler) = 0;

  // Speaks at that rate (kSlowestRate to kFastestRate; 1: its own) from the next text on. False: it
  // keeps the one that it was opened with.
  virtual bool set_rate(double /*rate*/) { return false; }
};

inline constexpr double kSlowestRate = 0.25, kFastestRate = 4;

}  // namespace sotto::speech
