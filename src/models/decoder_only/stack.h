// A decoder-only Transformer between its embeddings and its head: layers (layers.h), then a norm.
#pragma once

#include <string>
#include <vector>

#include "models/decoder_only/architecture.h"
#include "models/decoder_only/layers.h"
#include "models/loader.h"

namespace sotto::models::decoder_only {

// Immutable; sessions on any threads share it.
struct Stack {
  const Architecture* architecture = nullptr;
  std::vector<nn::TransformerLayer> layers;
  nn::Norm final_norm;
  device::Constant positions;  // [most positions, d], or none
  int heads = 1;

  int d() const { return final_norm.weight.tensor.cols; }
  int head_size() const { return d() / heads; }
  // Precision of keys and values where nobody says one: f16 beside quantized weights, whose error
  // is a hundred times as large.
  device::Precision kv_cache() const;
};

// Tensors <prefix>*, as many layers as there are; their sizes are those of the file. heads 0: of 64
// columns each.
Stack load_stack(Loader& load, const Architecture& architecture, const std::string& prefix,
                 int heads);

// The memory of `count` sequences.
LayersState open_state(const Stack& stack, device::Device& d, int count);

// The next rows of each sequence, those of the first one first, become the last layer's output,
// where they lie. What is watched lives as long as the caller's frame. `trace` sees each
// layer's output.
void run(const Stack& stack, const device::Tensor& x, LayersState& state, device::Device& d,
         std::span<WatchedLayer> watched = {}, Trace* trace = nullptr);

}  // namespace sotto::models::decoder_only
