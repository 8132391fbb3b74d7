// A voice turns a sentence into a stream of sound.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "audio/chunk.h"
#include "sotto/error.h"

namespace sotto::speech {

// Takes sound as it is made. False: stop, nobody listens any more.
using ChunkHandler = std::function<bool(const audio::Chunk&)>;

// The time at which a word of the spoken form is heard, in milliseconds from the beginning of the text's sound.
struct WordTime {
  double begin_ms = 0, end_ms = 0;
  std::string text = {};  // as the voice read it; empty: of the words between spaces the next one
};

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

  // The words of the last text, as they are apart in its phonemes, where the voice knows how long
  // each of them is; empty: it does not. Until the next text; after speak() has gone well.
  virtual std::span<const WordTime> words() const { return {}; }

  // Whether a text may have words with their phonemes (text/phoneme_marks.h). False: they are not to
  // be in it.
  virtual bool takes_phonemes() const { return false; }

  // Speaks at that rate (kSlowestRate to kFastestRate; 1: its own) from the next text on. False: it
  // keeps the one that it was opened with.
  virtual bool set_rate(double /*rate*/) { return false; }

  // True: the next texts are heard while they are made, by a speaker or at the other end of a stream.
  // What sooner begins for that may sound a little different with the speed of the moment. False, as
  // it was opened: the same text is the same sound.
  virtual void set_live(bool /*is_live*/) {}
};

inline constexpr double kSlowestRate = 0.25, kFastestRate = 4;

}  // namespace sotto::speech
