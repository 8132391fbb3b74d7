// Kinds of decoder-only Transformers, a row each. Layers, what they remember and how they run are
// the same for all.
#pragma once

#include <optional>

#include "device/device.h"
#include "nn/rotary.h"

namespace sotto::models::decoder_only {

struct Architecture {
  // Names in a checkpoint, behind those of the network and of the layer's number.
  const char* layers;
  const char *attention_norm, *attention_in[3], *attention_out;
  const char *feed_forward_norm, *gate, *up, *down;
  const char* final_norm;
  const char* positions;  // a learned table that is added to what goes in; null: none here

  bool fused;  // queries, keys and values are one matrix, attention_in[0]
  // Norms take the mean away and have biases, as matrices do, which are stored as [inputs,
  // outputs]; else norms are by the root mean square (Zhang and Sennrich 2019), and nothing has a
  // bias.
  bool is_conv1d;
  device::Activation activation;
  std::optional<nn::Rotary> rotary;
};

// Llama 3 (Grattafiori et al. 2024) with the stretched positions of 3.1.
inline constexpr Architecture kLlama = {
    .layers = "layers",
    .attention_norm = "input_layernorm",
    .attention_in = {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"},
    .attention_out = "self_attn.o_proj",
    .feed_forward_norm = "post_attention_layernorm",
    .gate = "mlp.gate_proj",
    .up = "mlp.up_proj",
    .down = "mlp.down_proj",
    .final_norm = "norm",
    .positions = nullptr,
    .fused = false,
    .is_conv1d = false,
    .activation = device::Activation::silu,
    .rotary = nn::Rotary{
        .period = 500000,
        .stretch = nn::RotaryStretch{.factor = 8, .low = 1, .high = 4, .positions = 8192}}};

// Radford et al. 2019.
inline constexpr Architecture kGpt2 = {.layers = "h",
                                       .attention_norm = "ln_1",
                                       .attention_in = {"attn.c_attn", nullptr, nullptr},
                                       .attention_out = "attn.c_proj",
                                       .feed_forward_norm = "ln_2",
                                       .gate = nullptr,
                                       .up = "mlp.c_fc",
                                       .down = "mlp.c_proj",
                                       .final_norm = "ln_f",
                                       .positions = "wpe.weight",
                                       .fused = true,
                                       .is_conv1d = true,
                                       .activation = device::Activation::gelu_tanh,
                                       .rotary = {}};

// The same where the network around it adds the positions.
inline constexpr Architecture kGpt2Unplaced = [] {
  Architecture a = kGpt2;
  a.positions = nullptr;
  return a;
}();

}  // namespace sotto::models::decoder_only
