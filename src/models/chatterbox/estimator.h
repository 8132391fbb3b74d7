// The estimator of S3Gen's flow: the velocity at a point x of its way and a time t. A U-Net over
// time (Matcha-TTS, Mehta et al. 2024) that never makes its signal shorter, whose convolutions look
// back only (CosyVoice 2, Du et al. 2024):
//   x | mu | speaker | cond  ->  down: resnet, transformers, conv  ->  mid: (resnet, transformers)
//   ->  up: resnet of that beside what went into down's conv, transformers, conv  ->  block, 1x1
// The time enters each resnet by a row that is added to each frame; all rows of all times are made
// at once, as products of many rows.
//
// Several streams go through it together, so that weights are read once for all: they lie one below
// the other, with `kGap` rows between them that no one hears: convolutions see zeros there.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/chatterbox/layers.h"
#include "models/sight.h"
#include "nn/attention.h"
#include "nn/feed_forward.h"

namespace sotto::models::chatterbox {

struct Streams {
  static constexpr int kGap = 2;  // kernels are 3 wide

  int rows = 0;  // of each
  int count = 1;

  int all() const { return count * (rows + kGap) - kGap; }
  device::Tensor part(const device::Tensor& x, int stream) const {
    return x.part(stream * (rows + kGap), rows);
  }
  void clear_gaps(device::Device& d, const device::Tensor& x) const;
};

// mish(LN(conv x))
struct CausalBlock {
  nn::PaddedConv1d conv;
  nn::LayerNorm norm;
  device::Tensor operator()(device::Device& d, const device::Tensor& x,
                            const Streams& streams) const;
};

// block2(block1(x) + W mish(time)) + W_1x1 x
struct ResnetBlock {
  CausalBlock block1, block2;
  nn::Linear mlp, res_conv;
  // time: [1, channels], what W gave.
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const device::Tensor& time,
                            const Streams& streams) const;
};

// x += attention(LN x);  x += W2 gelu(W1 LN x)
struct EstimatorTransformer {
  nn::LayerNorm norm1, norm3;
  nn::Attention attn1;
  nn::FeedForward ff;

  // Queries and keys of weights that were rounded may be rounded as well.
  bool rounds() const { return !attn1.q_proj.w->scheme.is_float(); }
  void operator()(device::Device& d, const device::Tensor& x, const Streams& streams) const;
};

struct EstimatorStage {
  ResnetBlock resnet;
  std::vector<EstimatorTransformer> transformers;
  std::optional<nn::PaddedConv1d> conv;  // of the first and the last one
};

// When a step begins, and where it leads to: what a meanflow (Geng et al. 2025) is told, too.
struct FlowStep {
  double from = 0, to = 0;
};

class Estimator {
 public:
  // Embeddings of the steps, which are added to the frames: for each stage [steps, channels].
  using Times = std::vector<device::Tensor>;

  bool is_meanflow() const { return static_cast<bool>(time_embed_mixer_.w); }
  int mel() const { return device::rows_of(final_proj_.w); }
  Times times(device::Device& d, std::span<const FlowStep> steps, const Sight& see) const;

  // x: [streams.all(), 4 * mel], x | mu | speaker | cond. [streams.all(), mel]
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const Times& times,
                            int step, const Streams& streams, const Sight& see) const;

 private:
  friend Estimator load_estimator(Loader& load, int mel, int heads);
  device::Tensor embedded(device::Device& d, std::span<const double> times) const;

  nn::Linear time_linear1_, time_linear2_, time_embed_mixer_;
  std::vector<EstimatorStage> stages_;  // down, mid, up
  CausalBlock final_block_;
  nn::Linear final_proj_;
  int time_in_ = 0;
};

// heads: of its attention, which no file says.
Estimator load_estimator(Loader& load, int mel, int heads);

}  // namespace sotto::models::chatterbox
