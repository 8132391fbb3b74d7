// The head that turns what FlowLM's Transformer puts out, and a point, into a direction: a small
// network of residual blocks whose norms are scaled and shifted by what they are told (adaptive
// layer norm, Peebles and Xie 2023; the blocks are those of MAR, Li et al. 2024).
//   y = cond_embed(c) + mean over k of time_embed_k(t_k);   x = input_proj(x)
//   shift, scale, gate = adaLN_modulation(silu y)                              for each block
//   x += gate * mlp_2 silu(mlp_0 (LN(x) * (1 + scale) + shift))
//   v = linear(LN(x) * (1 + scale) + shift),  shift, scale = adaLN_modulation(silu y)
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/loader.h"
#include "models/pocket_tts/config.h"
#include "nn/layer_norm.h"
#include "nn/linear.h"

namespace sotto::models::pocket_tts {

// [cos t f, sin t f] -> Linear, SiLU, Linear, and then x alpha / sqrt(eps + var x). The variance is
// around the mean, divided by n - 1, while x keeps its mean: what the reference calls RMSNorm.
struct TimeEmbed {
  std::vector<float> freqs;
  nn::Linear mlp_0, mlp_2;
  std::vector<float> alpha;

  std::vector<float> operator()(device::Device& d, float t) const;
};

// Scale and shift of a norm, and the gate of a branch: rows of the stored adaLN_modulation.
struct Modulation {
  nn::Linear shift, scale;
  std::optional<nn::Linear> gate;
};

struct FlowBlock {
  nn::LayerNorm in_ln;
  nn::Linear mlp_0, mlp_2;
  Modulation adaLN_modulation;
};

struct FlowNet {
  nn::Linear cond_embed, input_proj;
  std::vector<TimeEmbed> time_embed;  // as many as the sampler's kind has times
  std::vector<FlowBlock> res_blocks;
  nn::LayerNorm norm_final;  // has no numbers of its own in the file
  Modulation adaLN_modulation;
  nn::Linear linear;

  int dim() const { return device::rows_of(cond_embed.w); }

  // The mean of the time embeddings, dim numbers; one time for each of them.
  std::vector<float> embed_times(device::Device& d, std::span<const float> times) const;

  // v for each row of c and of x. `times` is what embed_times gives, [1, dim], or none.
  device::Tensor operator()(device::Device& d, const device::Tensor& c, const device::Tensor& times,
                            const device::Tensor& x) const;
};

// Number of points in time that a network of that kind takes.
int times_of(FlowType type);

// Tensors flow_lm.flow_net.*; `load_wide` reads the matrices that may have a scheme (quantized.h).
// `cond` and `latent`: columns of c and of x.
FlowNet load_flow_net(Loader& load, Loader& load_wide, const FlowConfig& config, int cond,
                      int latent);

}  // namespace sotto::models::pocket_tts
