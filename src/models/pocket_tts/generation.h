// From a text that a session has read to the latents of its speech.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/noise.h"
#include "models/pocket_tts/flow_lm.h"

namespace sotto::models::pocket_tts {

struct GenerationLimits {
  float eos_threshold = 0;   // speech is at its end when the logit is above it
  int frames_after_eos = 0;  // that are still spoken
  int max_frames = 0;        // in all, whatever the logit says
};

class Generation {
 public:
  // Both must outlive it. The session has read its prompt.
  Generation(FlowLmSession& session, Noise& noise, const GenerationLimits& limits);

  // The next latent, valid until the next call; empty at the end.
  std::span<const float> next();

  int frames() const { return frames_; }
  // The frame at which the speech was at its end, once it is known.
  std::optional<int> eos_frame() const { return eos_frame_; }
  float eos_logit() const { return eos_logit_; }  // of the last frame

 private:
  bool at_end() const;

  FlowLmSession& session_;
  Noise& noise_;
  GenerationLimits limits_;
  int frames_ = 0;
  std::optional<int> eos_frame_;
  float eos_logit_ = 0;
  std::vector<float> x0_;
};

}  // namespace sotto::models::pocket_tts
