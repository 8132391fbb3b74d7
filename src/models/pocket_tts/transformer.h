// The Transformer of Pocket TTS, on both sides: FlowLM's over the whole past and Mimi's over a
// window. Layers of nn/transformer.h with layer norms, rotary positions of adjacent pairs and tanh
// GELU; nothing has a bias but the norms:
//   x += s1 * out_proj(Attn(LN1 x));   x += s2 * linear2 gelu(linear1 LN2 x)     for each layer
// s1 and s2, "layer scale", are numbers a column, or 1.
#pragma once

#include <string>
#include <vector>

#include "models/decoder_only/layers.h"
#include "models/loader.h"

namespace sotto::models::pocket_tts {

struct Transformer {
  std::vector<nn::TransformerLayer> layers;
  int context = 0;  // a position sees that many, itself included; 0: all before it
  double max_period = 10000;
  device::Rows rows = device::Rows::any;  // that run() gets at a time

  int heads() const { return layers.front().self_attn.heads; }
  int kv_heads() const { return layers.front().self_attn.kv_heads(); }
  int head_size() const { return layers.front().self_attn.head_size(); }
  // How keys and values are kept where the device was told nothing.
  device::Precision kv_cache() const {
    return context > 0 ? device::Precision::f32
                       : nn::kv_precision(layers.front().feed_forward.up.w);
  }
};

struct TransformerShape {
  int layers = 0;
  int d = 0;          // columns of x
  int attention = 0;  // columns of the queries of all heads, a multiple of 2 * heads
  int heads = 1;
  int kv_heads = 1;  // divides heads
  int hidden = 0;    // rows of linear1
  int context = 0;
  double max_period = 10000;
  bool layer_scale = false;
  device::Rows rows = device::Rows::any;  // that run() gets at a time
};

// Tensors <prefix>layers.<i>.*; `prefix` ends in a dot.
Transformer load_transformer(Loader& load, const std::string& prefix,
                             const TransformerShape& shape);

// The memory of one stream.
using TransformerState = decoder_only::LayersState;
TransformerState open_state(const Transformer& t, device::Device& d);

// Takes the next rows of the stream and turns them, where they lie, into what the last layer puts
// out. `trace` sees each layer's output under the name of `side`.
// Without a trace, `remember` only remembers the rows: what the last layer puts out is not
// computed, since nothing but its keys and values is seen by later rows.
void remember(const Transformer& t, const device::Tensor& x, TransformerState& state,
              device::Device& d, std::string_view side = {}, Trace* trace = nullptr);
void run(const Transformer& t, const device::Tensor& x, TransformerState& state, device::Device& d,
         std::string_view side = {}, Trace* trace = nullptr);

}  // namespace sotto::models::pocket_tts
