// The weights of an NLLB network as layers.
#pragma once

#include <vector>

#include "models/loader.h"
#include "models/nllb/config.h"
#include "models/nllb/model.h"

namespace sotto::models::nllb {

struct Network {
  nn::Linear shared;          // [vocab, d]: embedding of both sides and output projection
  nn::Linear shortlist;       // some rows of it, where the folder has them; else none
  float embedding_scale = 1;  // sqrt(d), of the embedding alone
  std::vector<EncoderLayer> encoder;
  nn::LayerNorm encoder_layer_norm;
  std::vector<DecoderLayer> decoder;
  nn::LayerNorm decoder_layer_norm;

  size_t bytes = 0;  // of all weights, as they are computed with
};

// Reads every tensor, and checks it against the config, whose vocab_size becomes the number of rows
// of the embedding.
Result<std::unique_ptr<const Network>> load_network(const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& config);

}  // namespace sotto::models::nllb
