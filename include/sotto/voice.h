// Texts as sound.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "sotto/export.h"

namespace sotto {

struct AudioChunk {
  std::span<const float> samples;  // mono, [-1, 1]; valid during the call that passes it
  int sample_rate_hz;              // may change between two sentences
};

// False: no more is wanted.
using AudioHandler = std::function<bool(const AudioChunk&)>;

struct VoiceChoice {
  std::string name = "auto";  // one that Engine::voices lists; auto: the best for the language
  double speed = 1;           // 0.25 to 4, at the same pitch
};

struct VoiceInfo {
  std::string name;                    // "kokoro:af_heart"
  std::vector<std::string> languages;  // ISO 639 codes; empty: many
  bool leaves_machine = false;         // texts are sent to somebody's server
};

// Made by Engine::voice, which it may outlive. Moved, not copied. Any thread may use it, and
// several at once.
class Voice {
 public:
  SOTTO_API Voice(Voice&&) noexcept;
  SOTTO_API Voice& operator=(Voice&&) noexcept;
  SOTTO_API ~Voice();

  // Says a text of any number of sentences, UTF-8. Blocks until `audio` has taken the last chunk;
  // it is called on one of the engine's threads, in order, sentence by sentence while the next is
  // computed. The error is `cancelled` where `stop` is set or `audio` says false.
  SOTTO_API Result<void> speak(std::string_view text, AudioHandler audio,
                               std::stop_token stop = {});

  struct Impl;  // the library's own

 private:
  friend class Engine;
  explicit Voice(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sotto
