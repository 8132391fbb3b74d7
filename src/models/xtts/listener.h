// A voice out of recordings of it: what upstream's get_conditioning_latents() makes of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "models/trace.h"
#include "models/xtts/conditioning.h"
#include "models/xtts/config.h"
#include "models/xtts/speaker_encoder.h"
#include "models/xtts/voice.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// Rows of a spectrum, one a frame.
struct MelFrames {
  std::vector<float> numbers;  // [frames, bands]
  int bands = 0;

  int count() const { return static_cast<int>(numbers.size()) / bands; }
};

// The spectrogram of samples at 22050 Hz, more than 512 of them, 86 frames a second, for the GPT;
// `stats`: what each band is divided by.
MelFrames conditioning_mel(std::span<const float> samples, std::span<const float> stats);
// The spectrogram of samples at 16 kHz, more than 200 of them, 100 frames a second, for the speaker
// encoder, before its bands are normalized.
MelFrames speaker_mel(std::span<const float> samples, int bands);

// The networks that hear recordings; of use when a voice is made, and for nothing else. Immutable
// after load.
class Listener {
 public:
  static Result<std::shared_ptr<const Listener>> load(
      const checkpoint::Weights& weights, const Config& config,
      std::shared_ptr<const device::Backend> backend);

  // Each recording: mono, at config.input_sample_rate, of which the first max_ref_len seconds
  // count. `trace`, when given, sees the parts of the networks.
  Result<Voice> hear(std::span<const std::vector<float>> recordings, Trace* trace = nullptr) const;

 private:
  Listener() = default;
  std::vector<float> latents_of(device::Device& d, std::span<const float> samples,
                                const Sight& see) const;
  std::vector<float> speaker_of(device::Device& d, std::span<const float> samples,
                                const Sight& see) const;

  Config config_;
  std::vector<float> mel_stats_;
  ConditioningEncoder conditioning_;
  SpeakerEncoder speaker_;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::xtts
