// The far side of a sink: takes samples of one rate. Inside src/audio only; sink.cc brings chunks
// of any rate to it.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "sotto/error.h"

namespace sotto::audio {

class Output {
 public:
  virtual ~Output() = default;
  virtual int sample_rate_hz() const = 0;
  // Blocks while the other end is full; `cancelled` when `stop` is set.
  virtual Result<void> put(std::span<const float> samples, std::stop_token stop) = 0;
  // An utterance has ended: a good moment to make a file whole.
  virtual Result<void> settle() { return {}; }
  // Waits until what it was given has been heard; `cancelled` when `stop` is set.
  virtual Result<void> drain(std::stop_token) { return {}; }
  virtual Result<void> close() = 0;
  // From any thread. True when unheard sound was dropped, so that what is still held before this
  // output shall be dropped as well.
  virtual bool drop() noexcept { return false; }
  // From any thread: plays silence, and keeps what it has, until it is let go.
  virtual void hold(bool) noexcept {}
};

// Whether `target` ends like a format that open_file writes.
bool is_audio_file_name(const std::string& target);
Result<std::unique_ptr<Output>> open_file(const std::string& path, int sample_rate_hz);

// Raw s16le on `fd`, which stays open. `name` is for messages.
std::unique_ptr<Output> open_stream(int fd, std::string name, int sample_rate_hz);

Result<std::unique_ptr<Output>> open_device(int sample_rate_hz);

// A sink on an output, for tests: `Sink::open` without the choice by name.
class Sink;
std::unique_ptr<Sink> make_sink(std::unique_ptr<Output> output);

}  // namespace sotto::audio
