// Layers of nn/transformer.h over sequences of which each position sees itself and those before it.
// Several sequences run side by side, over one reading of the weights.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/trace.h"
#include "nn/rolling_cache.h"
#include "nn/transformer.h"

namespace sotto::models::decoder_only {

// The memory of `count` sequences, all of the same length.
struct LayersState {
  LayersState(int count, std::vector<nn::RollingCache> caches)
      : count(count), caches(std::move(caches)) {}
  // Memory for that many more positions.
  void reserve(int positions);
  // Back to where that position was the next one. Only where each sees all positions before it.
  void rewind(int to);

  int count;
  std::vector<nn::RollingCache> caches;  // of each layer one a sequence
  int position = 0;                      // of the next row of each sequence
  // Scratch of a run.
  std::vector<float> angles;
  std::vector<int> rows;
  std::vector<device::VisibleKeys> seen;
};

// A layer whose attention is looked at.
struct WatchedLayer {
  int layer = 0;
  device::Tensor weights;  // of the first sequence: [heads * its new rows, all its rows]
};

struct LayersRun {
  device::Rows rows = device::Rows::any;  // of x, at a time
  bool outputs =
      true;  // else the last layer only remembers keys and values: later rows see no more
  std::span<const WatchedLayer> watched = {};
  std::string_view side = {};  // names the layers' outputs in the trace
  Trace* trace = nullptr;
};

// The next rows of each sequence, those of the first one first, become the last layer's output,
// where they lie. angles: of each row (nn/rotary.h), or none.
void run_layers(std::span<const nn::TransformerLayer> layers, const device::Tensor& x,
                const device::Tensor& angles, LayersState& state, device::Device& d,
                const LayersRun& how);

}  // namespace sotto::models::decoder_only
