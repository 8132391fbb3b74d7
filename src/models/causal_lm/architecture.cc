#include "models/causal_lm/architecture.h"

namespace sotto::models::causal_lm {
namespace {

constexpr Architecture kLlama = {.model_type = "llama",
                                 .attention_norm = "input_layernorm",
                                 .q_norm = nullptr,
                                 .k_norm = nullptr,
                                 .attention_out = "self_attn.o_proj",
                                 .attention_post_norm = nullptr,
                                 .feed_forward_norm = "post_attention_layernorm",
                                 .gate = "mlp.gate_proj",
                                 .up = "mlp.up_proj",
                                 .down = "mlp.down_proj",
                                 .feed_forward_post_norm = nullptr,
                                 .final_norm = "norm",
                                 .rotates_first = false,
                                 .norms_from_one = false,
                                 .scales_embedding = false,
                                 .activation = device::Activation::silu,
                                 .activation_name = "silu",
                                 .pairs_adjacent_in_gguf = true,
                                 .heads = 0,
                                 .kv_heads = 0,
                                 .head_size = 0,
                                 .epsilon = 1e-6,
                                 .rotary_period = 10000,
                                 .is_tied = false};

constexpr Architecture kQwen3 = [] {
  Architecture a = kLlama;
  a.model_type = "qwen3";
  a.q_norm = "self_attn.q_norm";
  a.k_norm = "self_attn.k_norm";
  a.pairs_adjacent_in_gguf = false;
  a.head_size = 128;
  return a;
}();

constexpr Architecture kHunyuan = [] {
  Architecture a = kLlama;
  a.model_type = "hunyuan_v1_dense";
  a.q_norm = "self_attn.query_layernorm";
  a.k_norm = "self_attn.key_layernorm";
  a.rotates_first = true;
  a.pairs_adjacent_in_gguf = false;
  a.epsilon = 1e-5;
  return a;
}();

constexpr Architecture kGemma3 = [] {
  Architecture a = kQwen3;
  a.model_type = "gemma3_text";
  a.attention_post_norm = "post_attention_layernorm";
  a.feed_forward_norm = "pre_feedforward_layernorm";
  a.feed_forward_post_norm = "post_feedforward_layernorm";
  a.norms_from_one = true;
  a.scales_embedding = true;
  a.activation = device::Activation::gelu_tanh;
  a.activation_name = "gelu_pytorch_tanh";
  a.heads = 8;
  a.kv_heads = 4;
  a.head_size = 256;
  a.rotary_period = 1e6;
  a.is_tied = true;
  return a;
}();

constexpr Architecture kLfm2 = [] {
  Architecture a = kLlama;
  a.model_type = "lfm2";
  a.attention_norm = "operator_norm";
  a.q_norm = "self_attn.q_layernorm";
  a.k_norm = "self_attn.k_layernorm";
  a.attention_out = "self_attn.out_proj";
  a.feed_forward_norm = "ffn_norm";
  a.gate = "feed_forward.w1";
  a.up = "feed_forward.w3";
  a.down = "feed_forward.w2";
  a.final_norm = "embedding_norm";
  a.pairs_adjacent_in_gguf = false;
  a.epsilon = 1e-5;
  a.rotary_period = 1e6;
  a.is_tied = true;
  return a;
}();

constexpr Architecture kAll[] = {kLlama, kQwen3, kHunyuan, kGemma3, kLfm2};

}  // namespace

std::span<const Architecture> architectures() { return kAll; }

}  // namespace sotto::models::causal_lm
