// The GPT's view of a voice: a log-mel spectrogram of some seconds becomes a few rows.
//   h = init(mel);   six times:  n = GroupNorm(h),  h = n + proj_out Attn(qkv n)
//   latents += to_out Attn(to_q latents, to_kv [latents; h]),
//   latents += W2 (a gelu(b)),  [a, b] = W1 latents        twice: a perceiver (Jaegle et al. 2021)
//   out = RMSNorm latents
// The residual of the first half is the output of the norm, not its input. Source: coqui-tts
// 0.28.0, layers/xtts/latent_encoder.py and perceiver_encoder.py.
#pragma once

#include <vector>

#include "models/convolutions.h"
#include "models/loader.h"
#include "models/sight.h"

namespace sotto::models::xtts {

struct HearingBlock {
  device::Constant weight, bias;  // of the norm
  int groups = 1;
  nn::Attention attention;

  device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
};

struct ResamplerLayer {
  nn::Attention attention;  // of other rows than it asks with
  nn::Linear gated, down;

  // latents become what it makes of them.
  void operator()(device::Device& d, const device::Tensor& latents,
                  const device::Tensor& context) const;
};

struct ConditioningEncoder {
  nn::PaddedConv1d init;
  std::vector<HearingBlock> blocks;
  device::Constant latents, gamma;
  std::vector<ResamplerLayer> layers;

  int bands() const { return init.in; }
  // mel: [frames, bands]. [latents, d], read.
  std::vector<float> operator()(device::Device& d, const device::Tensor& mel,
                                const Sight& see) const;
};

ConditioningEncoder load_conditioning_encoder(Loader& load, int d, int heads);

}  // namespace sotto::models::xtts
