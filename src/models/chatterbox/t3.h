// T3, the half of Chatterbox that speaks in tokens: a decoder-only Transformer that hears a voice,
// reads a text, and then says one speech token after the other.
//   cond | text_emb + text_pos_emb | start start | token 0 | token 1 ..        one row of positions
//   logits = speech_head Transformer(rows);   a token is speech_emb[token] + speech_pos_emb[i + 1]
// The start stands twice, both at speech position 0. With guidance (Ho and Salimans 2022) a second
// sequence has the positions of the text without its tokens: logits = c + w (c - u). The small
// network (turbo) has GPT-2's layers and positions of its own, one start and no guidance.
// Source: chatterbox-tts 0.1.7, t3.py; sizes are those of the file.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "models/chatterbox/conditioning.h"
#include "models/decoder_only/stack.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::chatterbox {

// A head whose attention tells where in the text the speech is.
struct AttentionHead {
  int layer = 0, head = 0;
};

// Conventions that no file has: usually those of upstream's code.
struct T3Conventions {
  int heads = 0;  // 0: of 64 columns each
  int perceiver_heads = 4;
  int start_speech = 6561, stop_speech = 6562;
  // Set for a network of upstream's multilingual vocabulary, 2454 texts; for others none.
  std::optional<std::vector<AttentionHead>> aligned_heads = {};
};

// Members have the names of the checkpoint. Immutable; sessions on any threads share it.
struct T3 {
  // `scheme` is for the matrices: embeddings, norms and positions stay as stored.
  static Result<std::shared_ptr<const T3>> load(const checkpoint::Weights& weights,
                                                std::optional<quant::Scheme> scheme,
                                                const device::Backend& backend,
                                                const T3Conventions& conventions = {});

  bool is_turbo() const { return !text_pos_emb; }
  int text_tokens() const { return device::rows_of(text_emb); }
  int speech_tokens() const { return device::rows_of(speech_emb); }
  int d() const { return tfmr.d(); }
  // Limits by positions: tokens of text, and of speech behind it.
  int most_text() const;
  int most_speech(int voice_rows, int text) const;
  // The error says why the voice is none for this network.
  Result<void> check(const T3Voice& voice) const;

  decoder_only::Stack tfmr;
  ConditionEncoder cond_enc;
  device::Weight text_emb, speech_emb;
  device::Constant text_pos_emb, speech_pos_emb;  // none: turbo
  nn::Linear speech_head;
  int start_speech = 0, stop_speech = 0;
  std::vector<AttentionHead> aligned_heads;
  size_t bytes = 0;  // of all weights, as they are computed with
};

// One caller's use of it, on one thread at a time: hear, then prompt and steps in turns.
class T3Session {
 public:
  // Without guidance a step computes one row instead of two.
  T3Session(std::shared_ptr<const T3> model, const device::Backend& backend, bool guided,
            Trace* trace = nullptr);

  // Forgets everything, and hears a voice that check() lets through.
  void hear(const T3Voice& voice);

  // Forgets the text before, and reads this one, its start and stop included; ids are those of the
  // network, at most most_text() of them. Then, as after each step: logits of the next token,
  // guided by `weight`. They are valid until the next call.
  std::span<const float> prompt(std::span<const int> text, float weight);
  std::span<const float> step(int token);

  // The mean over the aligned heads: how much the last positions (two behind a prompt, one behind a
  // step) looked at each token of the text. Nothing where no heads are.
  std::span<const float> text_attention() const { return attention_; }
  int voice_rows() const { return voice_rows_; }

 private:
  int sequences() const { return state_.count; }
  int starts() const { return model_->is_turbo() ? 1 : 2; }
  device::Tensor embedded_text(std::span<const int> text);
  void add_positions(const device::Constant& table, int first, int step, const device::Tensor& x);
  std::span<const float> logits_of(const device::Tensor& x, int last_rows);
  void read_attention(int last_rows);

  std::shared_ptr<const T3> model_;
  std::unique_ptr<device::Device> device_;
  Trace* trace_;
  decoder_only::LayersState state_;
  int voice_rows_ = 0, text_size_ = 0, steps_ = 0;
  float weight_ = 0;
  std::vector<decoder_only::WatchedLayer> watched_;
  std::vector<float> logits_, attention_;
  std::vector<int> rows_;
};

}  // namespace sotto::models::chatterbox
