// The weights of an encoder-decoder Transformer as layers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/loader.h"
#include "models/seq2seq/borrowing.h"
#include "models/seq2seq/config.h"

namespace sotto::models::seq2seq {

struct Architecture;

struct Network {
  nn::Linear shared;          // [vocab, d]: embedding of both sides; output, with its bias if any
  nn::Linear shortlist;       // some rows of it, where the folder has them; else none
  float embedding_scale = 1;  // sqrt(d), of the embedding alone
  std::vector<EncoderLayer> encoder;
  nn::LayerNorm encoder_layer_norm;  // where the architecture ends in norms
  std::vector<DecoderLayer> decoder;
  nn::LayerNorm decoder_layer_norm;
  std::unique_ptr<const Borrowing> borrowing;  // null: it cannot

  size_t bytes = 0;  // of all weights, as they are computed with
};

// Reads every tensor, and checks it against the config, whose vocab_size becomes the number of rows
// of the embedding.
Result<std::unique_ptr<const Network>> load_network(const Architecture& architecture,
                                                    const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& config);

}  // namespace sotto::models::seq2seq
