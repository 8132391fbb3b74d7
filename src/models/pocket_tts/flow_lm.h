// FlowLM, the half of Pocket TTS that speaks in latents: a Transformer that hears a voice, reads a
// text, and then says one latent after the other, each sampled by a small network from what the
// Transformer put out (sampler.h). Source: the model's reference implementation and its yaml.
//   [bos_before_voice][voice] [text] [bos] [latent 0] [latent 1] ..     one row of positions
//   h = z_proj out_norm Transformer(rows);   eos = out_eos h;   latent = sampler(h, noise)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "device/device.h"
#include "models/pocket_tts/config.h"
#include "models/pocket_tts/flow_net.h"
#include "models/pocket_tts/sampler.h"
#include "models/pocket_tts/transformer.h"
#include "models/pocket_tts/voice_state.h"
#include "models/trace.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// Members have the names of the checkpoint. Immutable; sessions on any threads share it.
struct FlowLm {
  // Tensors flow_lm.*, but emb_mean and emb_std, which are for Mimi. `scheme` is for the matrices
  // that quantized.h names: the others are few, and what they get wrong is heard.
  static Result<std::shared_ptr<const FlowLm>> load(const checkpoint::Weights& weights,
                                                    const Config& config,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend);

  FlowLmConfig config;
  int latent_size = 0;
  int voice_dim = 0;  // columns of what Mimi's encoder makes of a voice

  device::Weight conditioner_embed;            // [n_bins + 1, dim or rank]
  std::optional<nn::Linear> conditioner_proj;  // rank to dim
  nn::Linear input_linear;
  std::vector<float> bos_emb;              // [latent_size]
  device::Constant bos_before_voice;       // [1, d], or none
  std::optional<nn::Linear> speaker_proj;  // none: voices only from files
  Transformer transformer;
  nn::LayerNorm out_norm;
  std::optional<nn::Linear> z_proj;
  nn::Linear out_eos;
  FlowNet flow_net;
  size_t bytes = 0;  // of all weights, as they are computed with
};

// One caller's use of it, on one thread at a time. The order of calls is start, hear or prompt as
// often as needed, then step and sample in turns.
class FlowLmSession {
 public:
  // sampler_steps: see sampler.h. The threads of `for_frames` compute all frames but the first
  // after a start: fewer than those of `backend`, where something else computes at the same time.
  // Null: `backend`; else both must outlive the session. A result does not depend on it.
  FlowLmSession(std::shared_ptr<const FlowLm> model, const device::Backend& backend,
                int sampler_steps = 1, const device::Backend* for_frames = nullptr);

  // Forgets everything, and goes on from `voice`, which must be one for this model, or, when null,
  // from nothing. Memory for that many positions more is made now: while they last, neither step
  // nor sample allocates anything after their second call.
  void start(const VoiceState* voice, int positions);

  // The same with the voice of the start before, which is still there and is not copied again.
  void restart(int positions);

  // Hears a voice: rows of Mimi's encoder, [frames, voice_dim]. Only with speaker_proj.
  void hear(std::span<const float> frames, Trace* trace = nullptr);

  // Reads tokens, behind the voice. Ids that the model does not know count as padding.
  void prompt(std::span<const int> tokens, Trace* trace = nullptr);

  // All that is remembered, as a voice to start from.
  VoiceState voice();

  // Takes the latent before (at first: bos), and says how far the speech is at its end: a logit.
  float step(Trace* trace = nullptr);

  // Behind a step: its latent, from x0 of latent_size numbers. Valid until the next sample.
  std::span<const float> sample(std::span<const float> x0);

  // In place of a sample: the next step takes this latent.
  void take(std::span<const float> latent);

  // Hidden state of the last step, after out_norm and z_proj, from which its end and latent come.
  std::span<const float> output() { return device_->read(output_); }
  const FlowLm& model() const { return *model_; }
  int position() const { return state_.position; }

 private:
  // Ends the frame at hand, and says whose threads compute what follows.
  void begin(bool for_frames);

  std::shared_ptr<const FlowLm> model_;
  const device::Backend* backend_;
  const device::Backend* for_frames_;  // null: threads stay those of backend_
  std::unique_ptr<device::Device> device_;
  Sampler sampler_;
  TransformerState state_;
  int voice_positions_ = 0;             // at the beginning of state_
  int frames_ = 0;                      // steps since the start
  std::optional<device::Frame> frame_;  // of a step and its sample
  device::Tensor output_;
  std::vector<float> latent_;  // the last one, or bos_emb
  std::vector<int> tokens_;
};

}  // namespace sotto::models::pocket_tts
