// The weights of a Marian student network as layers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/bergamot/config.h"
#include "models/loader.h"

namespace sotto::models::bergamot {

// Simpler simple recurrent unit (Kim et al. 2019, section 3):
//   f = sigmoid(forget(x)),   c = f c' + (1 - f) update(x),   y = relu(c)
struct Ssru {
  nn::Linear update, forget;  // update has no bias
};

struct SsruDecoderLayer {
  Ssru cell;
  nn::LayerNorm cell_norm;
  nn::Attention encoder_attn;
  nn::LayerNorm encoder_attn_norm;
  nn::FeedForward fc;
  nn::LayerNorm final_norm;
};

struct Network {
  device::Weight source, target;  // embeddings: [source vocab, d] and [target vocab, d]
  nn::Linear output;              // the target's embedding again, with a bias
  float embedding_scale = 1;      // sqrt(d)
  std::vector<EncoderLayer> encoder;
  std::vector<SsruDecoderLayer> decoder;

  size_t bytes = 0;       // of all weights, as they are computed with
  size_t step_bytes = 0;  // that one step of the decoder reads, where it chooses the next token
};

// Reads every tensor, and checks it against the config. Products of int8 round their activations as
// the file says (`..._QuantMultA`), or each row by itself where it says nothing. The source's embedding, of which a sentence wants some rows, stays where it is
// mapped, if it is no matrix beside.
Result<std::unique_ptr<const Network>> load_network(const checkpoint::Weights& weights,
                                                    const Config& config,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend);

}  // namespace sotto::models::bergamot
