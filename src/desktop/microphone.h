// Whether somebody records: a call, a meeting, dictation.
#pragma once

#include <functional>
#include <memory>

#include "sotto/error.h"

namespace sotto::desktop {

// Watches the sound server of this user (PulseAudio, PipeWire in its place, or PipeWire alone, by
// pw-dump): the microphone is on while a program has a stream from a source that is no sink's monitor,
// and has not paused it. Meters, which want to know how loud it is and nothing else, do not count.
//
// A server that is not there is looked for again and again; until then nobody records.
class Microphone {
 public:
  using Changed = std::function<void(bool on)>;

  // `changed` is called on a thread of its own, whenever that changes; off is not told at first.
  // The error: neither libpulse nor pw-dump is there.
  static Result<std::unique_ptr<Microphone>> watch(Changed changed);
  ~Microphone();
  Microphone(const Microphone&) = delete;
  Microphone& operator=(const Microphone&) = delete;

 private:
  struct State;
  explicit Microphone(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::desktop
