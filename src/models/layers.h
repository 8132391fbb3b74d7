// Layers of encoder-decoder Transformers (Vaswani et al. 2017) that keep the names of fairseq's and
// Marian's checkpoints: model.<encoder|decoder>.layers.<i>.<member>. Whether a norm stands before
// or behind its block is the network's business.
#pragma once

#include "nn/attention.h"
#include "nn/feed_forward.h"
#include "nn/layer_norm.h"

namespace sotto::models {

struct EncoderLayer {
  nn::Attention self_attn;
  nn::LayerNorm self_attn_layer_norm;
  nn::FeedForward fc;  // fc1, fc2
  nn::LayerNorm final_layer_norm;
};

struct DecoderLayer {
  nn::Attention self_attn;
  nn::LayerNorm self_attn_layer_norm;
  nn::Attention encoder_attn;
  nn::LayerNorm encoder_attn_layer_norm;
  nn::FeedForward fc;
  nn::LayerNorm final_layer_norm;
};

}  // namespace sotto::models
