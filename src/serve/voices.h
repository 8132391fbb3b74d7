// The voices of the server: a voice serves one thread at a time, and is kept for the next one.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "speech/pocket_voice.h"
#include "speech/voice.h"

namespace sotto::serve {

// Used by any thread.
class Voices {
 public:
  // `pocket`: for voices of that kind; `most_idle` voices are kept.
  explicit Voices(speech::PocketOptions pocket, size_t most_idle = 8)
      : pocket_(std::move(pocket)), most_idle_(most_idle) {}

  // Back into the pool at its end, unless it broke; the pool outlives it. `name` as
  // speech::open_voice takes it, but for names that lead to files: it comes from outside.
  Result<std::unique_ptr<speech::Voice>> open(const std::string& name,
                                              const text::Language& language, double rate);

  // Those that can be used here.
  static std::vector<speech::VoiceInfo> usable();

 private:
  struct Idle {
    std::string key;
    std::unique_ptr<speech::Voice> voice;
  };
  class Lease;
  void take_back(std::string key, std::unique_ptr<speech::Voice> voice);

  const speech::PocketOptions pocket_;
  const size_t most_idle_;
  std::mutex mutex_;
  std::list<Idle> idle_;  // the last used one first
};

// A name of a voice that can be no path: letters, digits, and -_.+ inside, after at most one colon.
bool is_voice_name(const std::string& name);

}  // namespace sotto::serve
