// The tokenizer of speech of CosyVoice 2 (Du et al. 2024), by which Chatterbox hears a voice: a
// Transformer over a spectrum whose output is quantized without a codebook (FSQ, Mentzer et al.
// 2024), 25 tokens a second.
//   x = gelu(conv2(gelu(conv1(mel)))), each of stride 2;   for each block, with rotary q and k:
//   x += out(attention(q, k, v)) + v + depthwise(v);   x += W2 gelu(W1 LN x)
//   d = round(0.999 tanh(W x)) + 1;   token = sum d_i 3^i
#pragma once

#include <span>
#include <vector>

#include "models/chatterbox/layers.h"
#include "models/sight.h"
#include "nn/attention.h"
#include "nn/feed_forward.h"

namespace sotto::models::chatterbox {

struct TokenizerBlock {
  nn::LayerNorm attn_ln, mlp_ln;
  nn::Attention attn;
  device::Constant fsmn;  // [kernel, cols]: of v, beside attention
  nn::FeedForward mlp;

  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& angles) const;
};

struct S3Tokenizer {
  nn::PaddedConv1d conv1, conv2;
  std::vector<TokenizerBlock> blocks;
  nn::Linear project_down;

  int mel() const { return conv1.in; }
  // mel: [frames, mel], 100 a second: 30 seconds at most, for which it was trained.
  std::vector<int> operator()(device::Device& d, const device::Tensor& mel, const Sight& see) const;
};

// heads: of its attention, which no file says.
S3Tokenizer load_s3_tokenizer(Loader& load, int heads);

}  // namespace sotto::models::chatterbox
