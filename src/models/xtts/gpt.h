// The half of XTTS that speaks in codes (Casanova et al. 2024, section 2): a GPT-2 that hears a
// voice, reads a text, and then says one code of sound after the other.
//   latents | text_embedding + text_pos_embedding | start, code 0, code 1 ..: mel_embedding +
//   mel_pos_embedding
//   h = final_norm(ln_f(layers(rows)));   logits = mel_head(h)
// Each h from the start on is what the sound is made of. The latents have no positions, text and
// codes count theirs from 0.
// Source: coqui-tts 0.28.0, layers/xtts/gpt.py; sizes are those of the file.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "models/decoder_only/stack.h"
#include "models/xtts/config.h"
#include "nn/layer_norm.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// Members have the names of the checkpoint. Immutable; sessions on any threads share it.
struct Gpt {
  // `scheme` is for the layers' matrices: embeddings, positions, norms and the head stay as stored.
  static Result<std::shared_ptr<const Gpt>> load(const checkpoint::Weights& weights,
                                                 const Config& config,
                                                 std::optional<quant::Scheme> scheme,
                                                 const device::Backend& backend);

  int d() const { return gpt.d(); }
  int text_tokens() const { return device::rows_of(text_embedding); }
  int codes() const { return device::rows_of(mel_embedding); }
  // Longest text, with its start and stop, and most codes behind it.
  int most_text() const { return max_text; }
  int most_codes() const { return max_codes; }

  decoder_only::Stack gpt;
  nn::LayerNorm final_norm;
  device::Weight text_embedding, mel_embedding;
  device::Constant text_pos_embedding, mel_pos_embedding;
  nn::Linear mel_head;
  int start_audio = 0, stop_audio = 0, max_text = 0, max_codes = 0;
  size_t bytes = 0;  // of all weights, as they are computed with
};

// One caller's use of it, on one thread at a time: hear, then prompt and steps in turns.
class GptSession {
 public:
  GptSession(std::shared_ptr<const Gpt> model, const device::Backend& backend,
             Trace* trace = nullptr);

  // Forgets everything, and hears a voice: rows of d() numbers.
  void hear(std::span<const float> latents);

  // Forgets the text before, and reads this one, its start and stop included: ids of the network,
  // at most most_text() of them. Then, as after each step: logits of the next code, and the state
  // that they were made of. Valid until the next call.
  std::span<const float> prompt(std::span<const int> text);
  std::span<const float> step(int code);
  std::span<const float> state() const { return state_numbers_; }

  // Positions before the first code's logits.
  int prefix() const { return prefix_; }

 private:
  std::span<const float> logits_of(const device::Tensor& x);
  void place(const device::Constant& table, int first, const device::Tensor& x);

  std::shared_ptr<const Gpt> model_;
  std::unique_ptr<device::Device> device_;
  Trace* trace_;
  decoder_only::LayersState state_;
  int voice_rows_ = 0, prefix_ = 0, codes_ = 0;
  std::vector<float> logits_, state_numbers_;
  std::vector<int> rows_;
};

}  // namespace sotto::models::xtts
