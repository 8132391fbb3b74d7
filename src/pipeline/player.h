// The last stage: sound and pauses to the sink, in order, with the times at which they left.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "audio/sink.h"
#include "pipeline/utterance.h"

namespace sotto::pipeline {

// Sound that a voice has made. An utterance is any number of sounds, then itself.
struct PlayItem {
  std::vector<float> samples;            // sound, if any
  int sample_rate_hz = 0;                // of the samples, or of the pause
  double pause_ms = 0;                   // silence in front of the sound that follows
  std::unique_ptr<Utterance> utterance;  // the end of this one
};

// Used by one thread, on which both functions are called.
class Player {
 public:
  // `real_time`: the sink plays as time goes by, so a pause that has passed already needs no
  // silence. `sink` may be null: nothing is heard.
  Player(audio::Sink* sink, bool real_time, std::function<void(const Utterance&)> finished,
         std::function<void(const Error&)> broken);

  // A broken sink is reported once; what follows is finished unheard. Nothing is reported once
  // `stop` is set.
  void take(const PlayItem& item, const std::stop_token& stop);

 private:
  void play(const PlayItem& item, const std::stop_token& stop);
  void pause(const PlayItem& item, const std::stop_token& stop);
  bool write(std::span<const float> samples, int sample_rate_hz, const std::stop_token& stop);
  bool check(const Result<void>& result, const std::stop_token& stop);
  void note_loud(const PlayItem& item, double begin_ms);
  void finish(Utterance& utterance, const std::stop_token& stop);

  audio::Sink* sink_;
  bool real_time_;
  std::function<void(const Utterance&)> finished_;
  std::function<void(const Error&)> broken_;
  bool sink_broken_ = false;
  Clock::time_point audible_until_;  // when all sound so far will have been heard, at the earliest
  Clock::time_point first_audio_, last_audio_;  // of the current utterance
  double audio_ms_ = 0;
  double given_ms_ = 0;  // to the sink, of everything
  double begins_ms_ = 0;
  std::optional<double> loud_from_ms_, loud_to_ms_;
  std::vector<float> silence_;
};

}  // namespace sotto::pipeline
