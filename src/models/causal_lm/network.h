// The weights of a causal language model as layers, and how rows go through them.
//   x = E[tokens] (times sqrt(d));   for each layer: attention or a short convolution, then a gated
//   feed-forward network;   logits = W N x
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "models/causal_lm/config.h"
#include "models/causal_lm/short_convolution.h"
#include "models/loader.h"
#include "nn/transformer.h"

namespace sotto::models::causal_lm {

struct Layer {
  std::variant<nn::SelfAttention, ShortConvolution> mixer;
  bool is_windowed = false;  // attention that sees the last rows only, and has angles of its own
  nn::GatedFeedForward feed_forward;
};

// Immutable; sessions on any threads share it.
struct Network {
  device::Weight embedding;  // [vocabulary, d]
  float embedding_scale = 1;
  std::vector<Layer> layers;
  nn::Norm final_norm;
  nn::Linear head;  // the embedding, where it is tied
  float soft_cap = 0;
  // Radians that each pair of columns of a head turns by in a position.
  std::vector<double> frequencies, window_frequencies;
  int window = 0, taps = 0;

  size_t bytes = 0;  // of all weights, as they are computed with

  int d() const { return device::cols_of(embedding); }
  // Precision of keys and values where nobody says one: f16 beside quantized weights, whose error
  // is a hundred times as large.
  device::Precision kv_cache() const;
  // Bytes of weights that a step which chooses reads with this head, for one to four hypotheses.
  size_t step_bytes(const device::Weight& output) const;
};

// Reads every tensor, and checks it against the config, whose vocab_size becomes the number of rows
// of the embedding.
Result<std::unique_ptr<const Network>> load_network(const checkpoint::Weights& weights,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& config);

class Memory;

// x holds the embeddings of the rows that memory.append() has made room for, and is written over.
// Returns what the last layer puts out of the `wanted` ones, in their order; no layer behind it
// needs the others. A trace sees all of them.
device::Tensor run(const Network& m, Memory& memory, const device::Tensor& x,
                   std::span<const int> wanted, device::Device& d, Trace* trace);

}  // namespace sotto::models::causal_lm
