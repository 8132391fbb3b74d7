// T3's conditioning before a text: whose voice, how it spoke, and how much to make of it.
//   h = speech_emb[tokens] + speech_pos_emb
//   block(a, b) = a + proj_out(Attn(to_q LN a, to_k LN b, to_v LN b)),   y = block(query, h)
//   cond = spkr_enc speaker | block(y, y) | emotion_adv_fc exaggeration
// One block with one set of weights, used twice: a perceiver (Jaegle et al. 2021). The small
// network has none: its tokens go in as they are, without positions, and it has no exaggeration.
// Source: chatterbox-tts 0.1.7, cond_enc.py and perceiver.py.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/loader.h"

namespace sotto::models::chatterbox {

// A voice, as conds.pt has it for T3.
struct T3Voice {
  std::vector<float> speaker_emb;
  std::vector<int> prompt_tokens;  // of speech
  float exaggeration = 0.5f;       // upstream's usual one; it may be set
};

struct Perceiver {
  device::Constant pre_attention_query;  // [tokens, d]
  nn::LayerNorm norm;
  nn::Attention attn;  // to_q, to_k, to_v, proj_out

  // [tokens, d]
  device::Tensor operator()(device::Device& d, const device::Tensor& h) const;
  // y = a + proj_out(..); y lives in the caller's frame.
  void block(device::Device& d, const device::Tensor& a, const device::Tensor& b,
             const device::Tensor& y) const;
};

struct ConditionEncoder {
  nn::Linear spkr_enc;
  std::optional<Perceiver> perceiver;
  nn::Linear emotion_adv_fc;  // none: the small network

  int speaker_cols() const { return device::cols_of(spkr_enc.w); }
  int rows(int prompt_tokens) const;
  // `prompt`: the embedded tokens, [prompt tokens, d].
  device::Tensor operator()(device::Device& d, std::span<const float> speaker,
                            const device::Tensor& prompt, float exaggeration) const;
};

ConditionEncoder load_condition_encoder(Loader& load, int d, int perceiver_heads);

}  // namespace sotto::models::chatterbox
