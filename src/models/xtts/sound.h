// From the GPT's states to sound, as they come: what is made of a piece in parts is what is made of
// it as a whole, but for the rounding of convolutions that begin elsewhere. Upstream decodes
// everything so far again for each part, and fades the parts over into each other; here a part sees
// as many rows around it as its samples depend on, and needs no fading.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "models/xtts/config.h"
#include "models/xtts/hifigan.h"
#include "models/xtts/upsampling.h"

namespace sotto::models::xtts {

// Speaks with one speaker's voice. Used by one thread at a time.
class SoundSession {
 public:
  // `speaker`: model->speaker_cols() numbers.
  SoundSession(std::shared_ptr<const HifiGan> model, const device::Backend& backend,
               const Config& config, std::span<const float> speaker);

  // The next piece is said at that rate: its states are spread, not its sound.
  void begin(double rate = 1);

  // More states of the piece, rows of model->in() numbers; `is_last`: all of them. Replaces `sound`
  // by what can be said with them: nothing while that is little, or once it is to stop.
  void speak(std::span<const float> states, bool is_last, std::vector<float>& sound,
             const std::stop_token& stop = {});

  // The vocoder's input rows of states.
  std::vector<float> rows_of(std::span<const float> states) const;

 private:
  bool say(int end, int last, bool is_whole, std::vector<float>& sound,
           const std::stop_token& stop);

  std::shared_ptr<const HifiGan> model_;
  std::unique_ptr<device::Device> device_;
  std::vector<std::unique_ptr<device::Cache>> heard_;  // of the speaker, a row each
  const std::vector<double> scales_;
  const int reach_;
  Upsampling upsampling_;
  std::vector<float> states_;  // of the piece
  int said_ = 0, part_ = 0;    // rows: so far, and of the next part
};

}  // namespace sotto::models::xtts
