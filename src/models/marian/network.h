// The weights of a Marian network as layers.
#pragma once

#include <memory>
#include <vector>

#include "models/loader.h"
#include "models/marian/config.h"

namespace sotto::models::marian {

struct Network {
  nn::Linear shared;          // [vocab, d]: embedding of both sides, output matrix with its bias
  float embedding_scale = 1;  // sqrt(d), of the embedding alone
  std::vector<EncoderLayer> encoder;
  std::vector<DecoderLayer> decoder;

  size_t bytes = 0;  // of all weights, as they are computed with
};

// Reads every tensor, and checks it against the config, whose vocab_size becomes the number of rows
// of the embedding.
Result<std::unique_ptr<const Network>> load_network(const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& config);

}  // namespace sotto::models::marian
