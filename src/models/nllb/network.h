// The weights of an NLLB network as layers. Layers are views; the numbers lie in `storage`.
#pragma once

#include <deque>
#include <vector>

#include "checkpoint/matrix.h"
#include "models/nllb/config.h"
#include "models/nllb/model.h"
#include "nn/attention.h"
#include "nn/feed_forward.h"
#include "nn/layer_norm.h"

namespace sotto::models::nllb {

// Members have the names of the checkpoint, model.<encoder|decoder>.layers.<i>.<member>.
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

struct Network {
  nn::Linear shared;          // [vocab, d]: embedding of both sides and output projection
  float embedding_scale = 1;  // sqrt(d), of the embedding alone
  std::vector<EncoderLayer> encoder;
  nn::LayerNorm encoder_layer_norm;
  std::vector<DecoderLayer> decoder;
  nn::LayerNorm decoder_layer_norm;

  // Owners of the numbers; a deque, so that they stay where they are.
  std::deque<checkpoint::Matrix> matrices;
  std::deque<std::vector<float>> vectors;
};

// Reads every tensor, and checks it against the config, whose vocab_size becomes the number of rows
// of the embedding.
Result<std::unique_ptr<const Network>> load_network(const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    Config& config);

}  // namespace sotto::models::nllb
