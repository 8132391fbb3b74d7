// The encoder of S3Gen's flow: speech tokens to the mean mu of the spectrum, two frames a token. A
// Conformer (Gulati et al. 2020) without its convolutions, with positions relative to each other
// (Dai et al. 2019), that makes two rows of each in its middle (CosyVoice 2, Du et al. 2024):
//   x = E(tokens),  E(x) = sqrt(d) LN(W x + b);   x += conv_3(L_0.01(conv_4(x)))
// where conv_4 looks 3 tokens ahead and conv_3 back; then the blocks, each
//   x += out(softmax(((q + u) K^T + shift((q + v) P^T)) / sqrt(d_h)) V);   x += ff(LN x)
// x twice each, conv_5, E; more blocks; mu = proj(LN x). Each row attends to all of them: mu of a
// prompt's tokens depends on what is said after it, and is computed anew for each sentence.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/chatterbox/layers.h"
#include "models/sight.h"
#include "nn/feed_forward.h"

namespace sotto::models::chatterbox {

// Row i of rows(n) is position n - 1 - i, down to 1 - n: sine and cosine beside each other, the
// angles p 10000^(-2c / cols). One session's.
class RelativePositions {
 public:
  RelativePositions(device::Device& d, int cols) : device_(d), table_(d.make_cache(cols)) {}

  device::Tensor rows(int n);  // [2n - 1, cols], valid until the next call

 private:
  device::Device& device_;
  std::unique_ptr<device::Cache> table_;  // of the largest n so far
};

struct ConformerBlock {
  nn::LayerNorm norm_mha;
  nn::Linear q, k, v, pos, out;
  device::Constant pos_bias_u, pos_bias_v;  // [1, cols]
  nn::LayerNorm norm_ff;
  nn::FeedForward ff;
  int heads = 1;

  // x becomes the block's output.
  void operator()(device::Device& d, const device::Tensor& x,
                  const device::Tensor& positions) const;

 private:
  void attend(device::Device& d, const device::Tensor& x, const device::Tensor& positions) const;
};

struct ConformerEncoder {
  struct Embed {
    nn::Linear linear;
    nn::LayerNorm norm;  // times sqrt(d)
    device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
  };
  device::Weight tokens;  // the table of their embeddings
  Embed embed, up_embed;
  nn::PaddedConv1d ahead, back, up;
  std::vector<ConformerBlock> blocks, up_blocks;
  nn::LayerNorm after_norm;
  nn::Linear proj;

  int cols() const { return device::cols_of(tokens); }
  // [2 * tokens, mel]
  device::Tensor operator()(device::Device& d, std::span<const int> ids,
                            RelativePositions& positions, const Sight& see) const;
};

ConformerEncoder load_encoder(Loader& load);

}  // namespace sotto::models::chatterbox
