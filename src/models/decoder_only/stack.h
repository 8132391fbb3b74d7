// A decoder-only Transformer between its embeddings and its head: layers of nn/transformer.h over
// sequences of which each position sees itself and those before it, then a norm. Several sequences
// run side by side, over one reading of the weights.
#pragma once

#include <string>
#include <vector>

#include "models/decoder_only/architecture.h"
#include "models/loader.h"
#include "models/trace.h"
#include "nn/rolling_cache.h"
#include "nn/transformer.h"

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

// The memory of sequences, all of the same length.
struct StackState {
  std::vector<std::vector<nn::RollingCache>> sequences;  // of each, one a layer
  int position = 0;                                      // of the next row of each

  StackState(const Stack& stack, device::Device& d, int count);
  // Memory for that many more positions.
  void reserve(int positions);
  // Back to where that position was the next one.
  void rewind(int to);

  std::vector<float> angles;
  std::vector<int> rows;
  std::vector<device::VisibleKeys> seen;
};

// A layer whose attention is looked at.
struct WatchedLayer {
  int layer = 0;
  device::Tensor weights;  // of the first sequence: [heads * its new rows, all its rows]
};

// The next rows of each sequence, those of the first one first, become what the last layer puts
// out, where they lie. What is watched lives as long as the caller's frame. `trace` sees each
// layer's output.
void run(const Stack& stack, const device::Tensor& x, StackState& state, device::Device& d,
         std::span<WatchedLayer> watched = {}, Trace* trace = nullptr);

}  // namespace sotto::models::decoder_only
