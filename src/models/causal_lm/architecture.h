// Architectures of causal language models, a row each: a Transformer whose tokens see those before
// them (nn/transformer.h), between an embedding and a head.
#pragma once

#include <span>
#include <string_view>

#include "device/device.h"

namespace sotto::models::causal_lm {

struct Architecture {
  std::string_view model_type;  // of config.json

  // Names in a checkpoint, behind "model.layers.<i>." and before ".weight"; null: there is none.
  const char *attention_norm, *q_norm, *k_norm, *attention_out, *attention_post_norm;
  const char *feed_forward_norm, *gate, *up, *down, *feed_forward_post_norm;
  const char* final_norm;  // behind "model."

  bool rotates_first;     // norms of queries and keys are behind the rotation
  bool norms_from_one;    // what is stored of a norm's weights is to be added to 1
  bool scales_embedding;  // by sqrt(d)
  device::Activation activation;
  std::string_view activation_name;  // in config.json
  // llama.cpp's files have the rows of queries and keys in another order: those of a pair of
  // columns that a rotation turns beside each other.
  bool pairs_adjacent_in_gguf;

  // Defaults where config.json says nothing.
  int heads, kv_heads, head_size;  // 0: must be said; as many as heads; d / heads
  double epsilon, rotary_period;
  bool is_tied;  // the head is the embedding
};

// Llama (Touvron et al. 2023), Qwen3, Hunyuan (dense, version 1), Gemma 3's text, LFM2.
std::span<const Architecture> architectures();

}  // namespace sotto::models::causal_lm
